import { CircleCheck, OctagonAlert } from "lucide-react";
import type { Route } from "next";
import { headers } from "next/headers";
import NextLink from "next/link";
import { examine } from "@/lib/doctor/examine";
import { peerAddress } from "@/lib/http/peer-address";

/** What the doctor says of this server in three words; leads to all it says. */
export async function ServerState() {
  const given = await headers();
  const checks = await examine({ header: (name) => given.get(name), peer: peerAddress() });
  const bad = checks.filter(({ state }) => state === "bad").length;
  const Icon = bad === 0 ? CircleCheck : OctagonAlert;
  return (
    <NextLink
      href={"/dashboard/settings/doctor" as Route}
      className="flex min-w-0 flex-1 items-center gap-1.5 rounded-bar text-label text-secondary hover:text-text hover:underline"
    >
      <Icon aria-hidden className={`size-3.5 shrink-0 ${bad === 0 ? "text-accent" : "text-danger"}`} />
      <span className="truncate">{bad === 0 ? "All checks pass" : `${bad} to mend`}</span>
    </NextLink>
  );
}
