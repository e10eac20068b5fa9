import { headers } from "next/headers";
import { cache } from "react";
import { lookFor } from "@/lib/config/site-settings";
import { varyByLanguage } from "@/lib/http/response-status";

/** How the public pages look for the current visitor. */
export const getPublicLook = cache(async () => {
  const look = lookFor((await headers()).get("accept-language"));
  if (look.varies) varyByLanguage();
  return look;
});
