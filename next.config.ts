import type { NextConfig } from "next";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { writeTextTypes } from "./scripts/text-types.mjs";

/**
 * Behind a proxy that rewrites Host, Next knows only by this that its own pages may call its server
 * actions.
 */
const ownHosts = [process.env.BASE_URL, process.env.DASHBOARD_ORIGIN].flatMap((address) =>
  address && URL.canParse(address) ? [new URL(address).host] : [],
);

export default function config(phase: string): NextConfig {
  if (phase !== PHASE_PRODUCTION_SERVER) writeTextTypes();
  return {
    // `/slug/` is answered like `/slug`, directly.
    skipTrailingSlashRedirect: true,
    poweredByHeader: false,
    // From `scripts/build.mjs`: builds of the same sources are the same, so pages of one instance
    // work on another.
    generateBuildId: () => process.env.SLUGLINE_BUILD_ID ?? null,
    // Nothing reads the source maps. They and the cache, with which a contributor's later
    // builds take 4 s, cost 600 MB of memory. `staleTimes`: a link page that was loaded ahead may be
    // shown for 30 s, the least that Next allows. Pages that nobody has asked for yet take no
    // memory; all of them together take 47 MB.
    experimental: {
      serverActions: { allowedOrigins: ownHosts },
      preloadEntriesOnStart: false,
      staleTimes: { static: 30 },
      cpus: 1,
      turbopackFileSystemCacheForBuild: process.env.SLUGLINE_BUILD_CACHE === "on",
      ...(phase === PHASE_PRODUCTION_BUILD && {
        turbopackSourceMaps: false,
        turbopackInputSourceMaps: false,
      }),
    },
    // A page that has to ask whether its fonts are up to date is drawn without them first.
    headers: async () =>
      ["/fonts/:file", "/world.svg"].map((source) => ({
        source,
        headers: [{ key: "Cache-Control", value: "public, max-age=2592000" }],
      })),
    // Where bookmarks of earlier versions lead.
    redirects: async () => [
      {
        source: "/dashboard/settings/owners",
        destination: "/dashboard/settings/people",
        permanent: false,
      },
      {
        source: "/dashboard/campaigns/export",
        destination: "/dashboard/statistics/export?what=campaigns",
        permanent: false,
      },
      { source: "/dashboard/settings/tags", destination: "/dashboard/tags", permanent: false },
    ],
    // Written into the build, which may run where there is no repository.
    env: {
      SLUGLINE_COMMIT: process.env.SLUGLINE_COMMIT ?? "",
      SLUGLINE_VERSION: process.env.SLUGLINE_VERSION ?? "",
      SLUGLINE_REPOSITORY: process.env.SLUGLINE_REPOSITORY ?? "",
    },
    images: { unoptimized: true },
    reactStrictMode: true,
    typedRoutes: true,
    pageExtensions: ["tsx", "ts"],
    // `npm run verify` checks types. Checking them here, too, would make the first start six
    // seconds longer.
    typescript: { ignoreBuildErrors: true },
  };
}
