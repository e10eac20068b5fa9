import { headers } from "next/headers";
import { cache } from "react";
import type { Check } from "@/lib/doctor/check";
import { examine } from "@/lib/doctor/examine";
import { peerAddress } from "@/lib/http/peer-address";

/** What the doctor finds, judged by the request that is being answered, too; examined once for all parts of a page. */
export const getServerChecks = cache(async (): Promise<{ checks: Check[]; bad: number }> => {
  const given = await headers();
  const checks = await examine({ header: (name) => given.get(name), peer: peerAddress() });
  return { checks, bad: checks.filter(({ state }) => state === "bad").length };
});
