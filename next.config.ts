import type { NextConfig } from "next";

const config: NextConfig = {
  // `/slug/` is answered like `/slug`, directly.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  reactStrictMode: true,
  typedRoutes: true,
  // Tests and scripts are no part of the build; `npm run verify` checks their types.
  typescript: { tsconfigPath: "tsconfig.build.json" },
};

export default config;
