"use client";

import { useTransition } from "react";
import { dayMs } from "@/lib/core/day";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { Button } from "../ui/button";
import { CheckPreviewButton } from "./check-preview-button";
import { CommandButton } from "./command-button";
import { useChangeLinks } from "./link-mutations";
import type { StatusSign } from "./link-status";

const extension = 30 * dayMs;
const style = "ml-auto max-sm:h-11";

/** The button that makes a link work again. */
export function LinkRemedy({ link, sign }: { link: Link; sign: StatusSign }) {
  const change = useChangeLinks();
  const [pending, start] = useTransition();
  if (sign === "broken") {
    return (
      <span className="ml-auto flex gap-1.5">
        <CommandButton command={{ kind: "edit", link }} size="small" className="max-sm:h-11">
          Edit <span className="max-sm:sr-only">destination</span>
        </CommandButton>
        <CheckPreviewButton slug={link.slug} className="max-sm:h-11" />
      </span>
    );
  }
  const remedy =
    sign === "disabled"
      ? { name: "Enable", changes: () => ({ enabled: true }), done: () => `/${link.slug} is enabled` }
      : {
          name: "Extend by 30 days",
          changes: () => ({ expiresAt: new Date(Date.now() + extension).toISOString() }),
          done: () => `/${link.slug} now expires ${formatDay(new Date(Date.now() + extension), { year: new Date() })}`,
        };
  return (
    <Button
      variant="primary"
      size="small"
      className={style}
      disabled={pending}
      onClick={() => start(async () => void (await change([link], remedy.changes(), remedy.done())))}
    >
      {remedy.name}
    </Button>
  );
}
