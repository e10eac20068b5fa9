import { headers } from "next/headers";
import { cache } from "react";
import { lookFor } from "@/lib/config/site-settings";
import { varyByLanguage } from "@/lib/http/response-status";
import type { PageKind } from "@/lib/pages/site-schema";

/** How the public pages look for the current visitor. */
export const getPublicLook = cache(async (kind: PageKind = "site") => {
  const look = lookFor((await headers()).get("accept-language"), kind);
  if (look.varies) varyByLanguage();
  return look;
});
