import { mayBeDone } from "@/lib/core/action-result";
import { groupBy } from "@/lib/core/group-by";
import type { Texts } from "@/lib/texts/translator";
import type { Failed, JobOutcome } from "./follow-job";

export type BulkAction = "change" | "delete" | "undo";
type BulkTexts = Texts<"bulk">;

/** Maximum number of slugs named per reason; the rest are counted. */
const mostNamed = 3;

/**
 * Describes what was not done: `Changed 2 of 3 links. Not changed: /c (no longer exists)`. Null if all
 * was. A link whose answer was lost may have been changed.
 */
export function failureMessage(
  action: BulkAction,
  {
    total,
    tried,
    changed,
    failed,
    refusal,
  }: Pick<JobOutcome, "total" | "tried" | "changed" | "failed" | "refusal">,
  t: BulkTexts,
): string | null {
  if (refusal !== undefined && tried === 0) return refusal;
  if (failed.length === 0 && tried === total) return null;
  const lost = failed.filter(mayBeDone);
  const refused = failed.filter((each) => !mayBeDone(each));
  const sentences: string[] = [];
  // Where there was nothing to do, nothing failed.
  const count = tried < total ? total : changed + failed.length;
  if (changed > 0 || tried < total)
    sentences.push(t(`failed.some.${action}`, { done: changed, count }));
  if (refused.length > 0) {
    const reasons = [...groupBy(refused, reasonOf)].map(([why, links]) =>
      t("failed.reason", { name: named(links, t), detail: t(`failed.why.${why}`) }),
    );
    sentences.push(t(`failed.rest.${action}`, { list: t.list(reasons) }));
  }
  if (lost.length > 0) sentences.push(t("failed.lost", { names: named(lost, t) }));
  if (refusal !== undefined) sentences.push(refusal);
  return sentences.reduce((first, second) => t("failed.sentences", { first, second }));
}

export function undoneText(count: number, t: BulkTexts): string {
  return count === 1 ? t("undone") : t("undoneFor", { count: String(count) });
}

/** Which links a dialog is about: the slug of one, else how many. */
export function linksText(links: readonly { slug: string }[], t: BulkTexts): string {
  const [first, ...others] = links;
  return first && others.length === 0
    ? t("failed.slug", { slug: first.slug })
    : t("links", { count: links.length });
}

function named(links: readonly Failed[], t: BulkTexts): string {
  const names = t.list(links.slice(0, mostNamed).map(({ slug }) => t("failed.slug", { slug })));
  const count = links.length - mostNamed;
  return count > 0 ? t("failed.more", { names, count }) : names;
}

function reasonOf({ code, path }: Failed) {
  switch (code) {
    case "not_found":
      return "gone";
    case "validation_failed":
      return path === "startsAt" || path === "channels" || path === "tags" ? path : "invalid";
    case "precondition_failed":
      return "changed";
    case "unavailable":
      return "database";
    default:
      return "server";
  }
}
