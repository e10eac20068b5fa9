import { FileUp, Plus } from "lucide-react";
import NextLink from "next/link";
import type { BrowseQuery, LinkFilter } from "@/lib/stats/browse-links";
import { PaleLogo } from "../layout/logo";
import { buttonStyle } from "../ui/button";
import { Card } from "../ui/card";
import { CodeBlock } from "../ui/code-block";
import { EmptyState } from "../ui/empty-state";
import { Kbd } from "../ui/kbd";
import { CommandButton } from "./command-button";
import { filterNames } from "./link-filters";
import { linksHref } from "./links-href";

/** The first day: what to do, for the hand and for a terminal. */
export function NoLinksYet({ baseUrl }: { baseUrl: string }) {
  const curl = `curl ${baseUrl}/api/links \\\n  -H "Authorization: Bearer $API_TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url":"https://example.com"}'`;
  return (
    <Card>
      <EmptyState
        mark={<PaleLogo />}
        title="No links yet"
        actions={
          <>
            <CommandButton command={{ kind: "create" }} variant="primary" aria-keyshortcuts="C">
              <Plus aria-hidden className="size-4" />
              New link <Kbd aria-hidden>C</Kbd>
            </CommandButton>
            <a href="/dashboard/settings/data" className={buttonStyle()}>
              <FileUp aria-hidden className="size-4" />
              Import a CSV
            </a>
          </>
        }
        below={
          <div className="mt-5 w-full max-w-[480px]">
            <CodeBlock code={curl} />
          </div>
        }
      >
        Paste a long URL and get a short one. Clicks show up here the moment they happen.
      </EmptyState>
    </Card>
  );
}

/** Another screen than having none: the filters stay in sight and the way back is one press. */
export function NoneMatch({ query, counts }: { query: BrowseQuery; counts: Record<LinkFilter, number> }) {
  const { q, state } = query;
  const kind = state === "all" ? "link" : `${filterNames[state].toLowerCase()} link`;
  const isBeyond = counts[state] > 0;
  return (
    <Card>
      <EmptyState
        title={isBeyond ? "This page is past the last link" : `No ${kind}${q ? ` matches “${q}”` : ""}`}
        actions={
          <>
            {isBeyond && (
              <NextLink href={linksHref(query)} className={buttonStyle()}>
                To the first page
              </NextLink>
            )}
            {!isBeyond && state !== "all" && (
              <NextLink href={linksHref(query, { state: "all" })} className={buttonStyle()}>
                Drop the state filter
              </NextLink>
            )}
            {!isBeyond && q && (
              <NextLink href={linksHref(query, { q: "" })} className={buttonStyle()}>
                Clear the search
              </NextLink>
            )}
          </>
        }
      >
        {isBeyond ? "Links may have been deleted since." : withoutFilter(query, counts)}
      </EmptyState>
    </Card>
  );
}

function withoutFilter({ q, state }: BrowseQuery, counts: Record<LinkFilter, number>): string {
  if (state === "all") return "Slug, title and URL are searched. Try a shorter part of one of them.";
  if (counts.all === 0) return q ? "Without the state filter none matches either." : "";
  return `Without the state filter ${counts.all === 1 ? "one link" : `${counts.all} links`} ${q ? (counts.all === 1 ? "matches" : "match") : "are there"}.`;
}
