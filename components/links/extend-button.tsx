"use client";

import { useTransition } from "react";
import { dayMs } from "@/lib/core/day";
import type { Link } from "@/lib/links/link";
import { Button } from "../ui/button";
import { useChangeLinks } from "./link-mutations";

const days = 30;

/** Moves a link's expiry by 30 days, from now if it has passed. The toast offers to undo it. */
export function ExtendButton({ link }: { link: Link }) {
  const change = useChangeLinks();
  const [pending, start] = useTransition();
  const extend = () => {
    if (pending) return;
    start(async () => {
      const from = Math.max(Date.now(), link.expiresAt ? Date.parse(link.expiresAt) : 0);
      await change([link], { expiresAt: new Date(from + days * dayMs).toISOString() }, `/${link.slug} expires ${days} days later`);
    });
  };
  // Not disabled, which would drop the focus.
  return (
    <Button size="small" aria-disabled={pending} onClick={extend}>
      {pending ? "Extending" : `+${days} days`} <span className="sr-only">for /{link.slug}</span>
    </Button>
  );
}
