"use client";

import { type ReactNode, useTransition } from "react";
import { useTexts } from "#texts";
import { dayMs } from "@/lib/core/day";
import type { Link } from "@/lib/links/link";
import { Button, type ButtonVariants } from "../../ui/button";
import { extensionDays } from "./extension";
import { useChangeLinks } from "./link-mutations";

interface Props extends ButtonVariants {
  link: Link;
  change: "enable" | "extend";
  className?: string;
  children: ReactNode;
}

/**
 * Enables a link, or moves its expiry by 30 days, from now if it has passed. The toast offers to
 * undo it.
 */
export default function ChangeLinkButton({ link, change, children, ...props }: Props) {
  const t = useTexts("bulk");
  const changeLinks = useChangeLinks();
  const [pending, start] = useTransition();
  const run = () => {
    if (pending) return;
    start(async () => {
      const from = Math.max(Date.now(), link.expiresAt ? Date.parse(link.expiresAt) : 0);
      if (change === "enable")
        await changeLinks([link], { enabled: true }, t("isEnabled", { count: 1, slug: link.slug }));
      else
        await changeLinks(
          [link],
          { expiresAt: new Date(from + extensionDays * dayMs).toISOString() },
          t("extended", { slug: link.slug, days: String(extensionDays) }),
        );
    });
  };
  // Not disabled, which would drop the focus.
  return (
    <Button size="small" pending={pending} onClick={run} {...props}>
      {children}
    </Button>
  );
}
