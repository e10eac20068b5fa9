import type { MetadataRoute } from "next";
import { env } from "@/lib/config/env";

export const dynamic = "force-dynamic";

/**
 * Preview bots that obey robots.txt must still reach short links, so only our own paths are
 * disallowed.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", disallow: ["/api/", "/dashboard/"] },
    sitemap: `${env().BASE_URL}/sitemap.xml`,
  };
}
