import { groupBy } from "@/lib/core/group-by";
import type { Failed, PortionsOutcome } from "./in-portions";

type Action = "change" | "delete" | "undo";

const words: Record<Action, { some: string; none: string; not: string }> = {
  change: { some: "Changed", none: "Nothing was changed", not: "Not changed" },
  delete: { some: "Deleted", none: "Nothing was deleted", not: "Not deleted" },
  undo: { some: "Undone for", none: "Could not undo", not: "Not undone" },
};

/** Maximum number of slugs named per reason; the rest are counted. */
const mostNamed = 3;

/**
 * Describes the failures of a bulk action: `Changed 2 of 3 links. Not changed: /c (no longer
 * exists)`. Null if there are none. A link whose answer was lost may have been changed.
 */
export function failureMessage(
  action: Action,
  { done, failed, refusal }: PortionsOutcome<unknown>,
): string | null {
  if (refusal !== undefined) return refusal;
  if (failed.length === 0) return null;
  const { some, none, not } = words[action];
  const lost = failed.filter(({ code }) => code === "no_answer");
  const refused = failed.filter(({ code }) => code !== "no_answer");
  const list = [...groupBy(refused, reasonOf)]
    .map(([reason, links]) => `${named(links)} (${reason})`)
    .join("; ");
  const sentences = [
    done.length > 0 && `${some} ${done.length} of ${done.length + failed.length} links`,
    refused.length > 0 && `${done.length > 0 || lost.length > 0 ? not : none}: ${list}`,
    lost.length > 0 &&
      `No answer from the server about ${named(lost)}: reload the page to see what was changed`,
  ];
  return sentences.filter(Boolean).join(". ");
}

function named(links: readonly Failed[]): string {
  const names = links.slice(0, mostNamed).map(({ slug }) => `/${slug}`);
  return links.length > mostNamed
    ? `${names.join(", ")} and ${links.length - mostNamed} more`
    : names.join(", ");
}

function reasonOf({ code, path }: Failed): string {
  switch (code) {
    case "not_found":
      return "no longer exists";
    case "validation_failed":
      if (path === "startsAt") return "would end before it starts";
      return path === "channels" ? "too many channels" : "too many tags";
    case "precondition_failed":
      return "changed since";
    case "unavailable":
      return "database unavailable";
    default:
      return "server error";
  }
}
