import type { MetadataRoute } from "next";
import { env } from "@/lib/config/env";

export const dynamic = "force-dynamic";

export default function sitemap(): MetadataRoute.Sitemap {
  return [{ url: `${env().BASE_URL}/` }];
}
