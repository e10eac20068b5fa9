import type { FailureCode } from "@/lib/core/action-result";
import { groupBy } from "@/lib/core/group-by";
import type { BulkOutcome } from "@/lib/links/for-each-link";

type Action = "change" | "delete" | "undo";

export type Failed = { slug: string; code: FailureCode };

const words: Record<Action, { some: string; none: string; not: string }> = {
  change: { some: "Changed", none: "Nothing was changed", not: "Not changed" },
  delete: { some: "Deleted", none: "Nothing was deleted", not: "Not deleted" },
  undo: { some: "Undone for", none: "Could not undo", not: "Not undone" },
};

/** Maximum number of slugs named per reason; the rest are counted. */
const mostNamed = 3;

/** Describes the failures of a bulk action: `Changed 2 of 3 links. Not changed: /c (no longer exists)`. Null if there are none. */
export function failureMessage(action: Action, { done, failed }: Pick<BulkOutcome<unknown>, "done"> & { failed: readonly Failed[] }): string | null {
  if (failed.length === 0) return null;
  const { some, none, not } = words[action];
  const byReason = groupBy(failed, ({ code }) => reasonOf(code));
  const list = [...byReason].map(([reason, links]) => `${named(links)} (${reason})`).join("; ");
  return done.length === 0 ? `${none}: ${list}` : `${some} ${done.length} of ${done.length + failed.length} links. ${not}: ${list}`;
}

function named(links: readonly Failed[]): string {
  const names = links.slice(0, mostNamed).map(({ slug }) => `/${slug}`);
  return links.length > mostNamed ? `${names.join(", ")} and ${links.length - mostNamed} more` : names.join(", ");
}

function reasonOf(code: FailureCode): string {
  switch (code) {
    case "not_found":
      return "no longer exists";
    case "unavailable":
      return "database unavailable";
    case "no_answer":
      return "no answer from the server";
    default:
      return "server error";
  }
}
