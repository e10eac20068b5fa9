import type { NextConfig } from "next";

const config: NextConfig = {
  // `/slug/` is answered like `/slug`, directly.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  reactStrictMode: true,
  typedRoutes: true,
};

export default config;
