import { headers } from "next/headers";
import { cache } from "react";
import type { Check } from "@/lib/doctor/check";
import { examine } from "@/lib/doctor/examine";
import { peerAddress } from "@/lib/http/peer-address";

/** The health checks for the current request. Cached so that all parts of a page share one run. */
export const getServerChecks = cache(async (): Promise<{ checks: Check[]; bad: number }> => {
  const given = await headers();
  const checks = await examine({ header: (name) => given.get(name), peer: peerAddress() });
  return { checks, bad: checks.filter(({ state }) => state === "bad").length };
});
