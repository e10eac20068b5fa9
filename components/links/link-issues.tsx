import { Clock, ImageOff } from "lucide-react";
import type { Route } from "next";
import NextLink from "next/link";
import { formatInstant, formatUntil } from "@/lib/core/format";
import type { LinkIssue, LinkIssueList } from "@/lib/links/list-link-issues";
import { Card, CardHead, CardNote, CardTitle } from "../ui/card";
import { CheckPreviewButton } from "./check-preview-button";
import { CommandButton } from "./command-button";
import { previewFailed } from "./link-status";
import { ShortLink } from "./short-link";

/** Links that expire soon or whose preview fails, each with an action. */
export function LinkIssues({ issues, total, now }: LinkIssueList & { now: Date }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>Needs attention</CardTitle>
        {total > 0 && <CardNote>{total}</CardNote>}
      </CardHead>
      {total === 0 ? (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">All clear. Nothing expires this week and all previews load.</p>
      ) : (
        <ul className="pt-1 pr-3 pb-3 pl-(--space-pad) max-sm:divide-y max-sm:divide-hairline">
          {issues.map((issue) => (
            <li key={`${issue.kind} ${issue.link.id}`} className="flex min-h-10 items-center gap-3 max-sm:py-2.5">
              {issue.kind === "expiring" ? (
                <Clock aria-hidden className="size-4 shrink-0 text-secondary" />
              ) : (
                <ImageOff aria-hidden className="size-4 shrink-0 text-bots" />
              )}
              <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2">
                <NextLink
                  href={`/dashboard/links/${issue.link.slug}` as Route}
                  prefetch={false}
                  className="truncate max-sm:block sm:max-w-[45%] sm:shrink-0"
                >
                  <ShortLink slug={issue.link.slug} />
                </NextLink>
                <span className="min-w-0 text-secondary text-small sm:truncate">{sentence(issue, now)}</span>
              </span>
              {issue.kind === "expiring" ? (
                <CommandButton command={{ kind: "expiry", links: [issue.link] }} size="small" aria-label={`Extend ${issue.link.slug}`}>
                  Extend
                </CommandButton>
              ) : (
                <CheckPreviewButton slug={issue.link.slug} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function sentence(issue: LinkIssue, now: Date): string {
  if (issue.kind === "expiring") {
    const at = new Date(issue.expiresAt);
    return `Expires ${formatUntil(at, now)}, ${formatInstant(at, now)}`;
  }
  return previewFailed(issue.failCount, issue.reason);
}
