import { Clock, ImageOff } from "lucide-react";
import type { Route } from "next";
import NextLink from "next/link";
import { formatInstant, formatUntil } from "@/lib/core/format";
import type { Worries, Worry } from "@/lib/links/list-worries";
import { Card, CardHead, CardNote, CardTitle } from "../ui/card";
import { CheckPreviewButton } from "./check-preview-button";
import { CommandButton } from "./command-button";
import { ShortAddress } from "./short-address";

/** What will stop working or does not look right when it is shared, each with what to do about it. */
export function WorryList({ worries, total, now }: Worries & { now: Date }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>Needs a look</CardTitle>
        {total > 0 && <CardNote>{total}</CardNote>}
      </CardHead>
      {total === 0 ? (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">No link expires this week, and every preview that was read could be read.</p>
      ) : (
        <ul className="pt-1 pr-3 pb-3 pl-(--space-pad) max-sm:divide-y max-sm:divide-hairline">
          {worries.map((worry) => (
            <li key={`${worry.kind} ${worry.link.id}`} className="flex min-h-10 items-center gap-3 max-sm:py-2.5">
              {worry.kind === "expiring" ? (
                <Clock aria-hidden className="size-4 shrink-0 text-secondary" />
              ) : (
                <ImageOff aria-hidden className="size-4 shrink-0 text-bots" />
              )}
              <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2">
                <NextLink
                  href={`/dashboard/links/${worry.link.slug}` as Route}
                  prefetch={false}
                  className="truncate max-sm:block sm:max-w-[45%] sm:shrink-0"
                >
                  <ShortAddress slug={worry.link.slug} />
                </NextLink>
                <span className="min-w-0 text-secondary text-small sm:truncate">{sentence(worry, now)}</span>
              </span>
              {worry.kind === "expiring" ? (
                <CommandButton command={{ kind: "expiry", links: [worry.link] }} size="small" aria-label={`Extend ${worry.link.slug}`}>
                  Extend
                </CommandButton>
              ) : (
                <CheckPreviewButton slug={worry.link.slug} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function sentence(worry: Worry, now: Date): string {
  if (worry.kind === "expiring") {
    const at = new Date(worry.expiresAt);
    return `Expires ${formatUntil(at, now)}, ${formatInstant(at, now)}`;
  }
  return `Preview failed ${worry.failCount === 1 ? "once" : `${worry.failCount} times`}: ${worry.reason}`;
}
