import { cookies, headers } from "next/headers";
import { env } from "@/lib/config/env";
import { SluglineError } from "@/lib/core/errors";
import { isOwnOrigin } from "@/lib/core/own-origin";
import { requestAddress } from "@/lib/http/peer-address";
import type { RequestSource } from "@/lib/owners/start-session";

/**
 * The origin of a server action that needs no session. Throws `forbidden` for cross-site calls.
 * Owners' actions start with `requireOwner`, which makes the same check. `others`: where its page
 * is, too.
 */
export async function writeSource(others: readonly string[] = []): Promise<RequestSource> {
  const given = await headers();
  const { DASHBOARD_ORIGIN } = env();
  const from = { origin: given.get("origin"), host: given.get("host") };
  if (![DASHBOARD_ORIGIN, ...others].some((own) => isOwnOrigin(from, own))) {
    throw new SluglineError("forbidden", "openedElsewhere", { address: DASHBOARD_ORIGIN });
  }
  return {
    headers: given,
    cookies: await cookies(),
    address: requestAddress(given.get("x-forwarded-for")),
  };
}
