import type { NextConfig } from "next";

/** Behind a proxy that rewrites Host, Next knows only by this that its own pages may call its server actions. */
const ownHost = URL.canParse(process.env.BASE_URL ?? "") ? [new URL(process.env.BASE_URL ?? "").host] : [];

const config: NextConfig = {
  // `/slug/` is answered like `/slug`, directly.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  experimental: { serverActions: { allowedOrigins: ownHost } },
  images: { unoptimized: true },
  reactStrictMode: true,
  typedRoutes: true,
  // Tests and scripts are no part of the build; `npm run verify` checks their types.
  typescript: { tsconfigPath: "tsconfig.build.json" },
};

export default config;
