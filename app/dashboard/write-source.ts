import { cookies, headers } from "next/headers";
import { env } from "@/lib/config/env";
import { SluglineError } from "@/lib/core/errors";
import { isOwnOrigin } from "@/lib/core/own-origin";
import { requestAddress } from "@/lib/http/peer-address";
import type { RequestSource } from "@/lib/owners/sign-in";

/**
 * Where a server action that needs no session yet was called from. Throws `forbidden` when that was not a page of this
 * service. Actions of owners begin with `requireOwner`, which looks at the same.
 */
export async function writeSource(): Promise<RequestSource> {
  const given = await headers();
  const { BASE_URL } = env();
  if (!isOwnOrigin({ origin: given.get("origin"), host: given.get("host") }, BASE_URL)) {
    throw new SluglineError("forbidden", `Nothing was changed, because this page was not opened at ${BASE_URL}: open it there.`);
  }
  return { headers: given, cookies: await cookies(), address: requestAddress(given.get("x-forwarded-for")) };
}
