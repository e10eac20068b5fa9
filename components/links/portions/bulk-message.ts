import { mayBeDone } from "@/lib/core/action-result";
import { groupBy } from "@/lib/core/group-by";
import type { Texts } from "@/lib/texts/translator";
import { showToast } from "../../ui/toast";
import type { Failed, FormFeedback, PortionsOutcome } from "./in-portions";

type Action = "change" | "delete" | "undo";
type BulkTexts = Texts<"bulk">;

/** Maximum number of slugs named per reason; the rest are counted. */
const mostNamed = 3;

/** Says `message` about the outcome: at the form if nothing was done and it asks for that. */
export function tellOutcome(
  { done, failed }: PortionsOutcome<unknown>,
  message: string,
  { undo, onFailure }: Pick<FormFeedback, "onFailure"> & { undo: (() => void) | undefined },
): void {
  if (failed.length > 0 && done.length === 0 && onFailure) onFailure(message);
  else showToast(message, { failed: failed.length > 0, undo });
}

/**
 * Describes the failures of a bulk action: `Changed 2 of 3 links. Not changed: /c (no longer
 * exists)`. Null if there are none. A link whose answer was lost may have been changed.
 */
export function failureMessage(
  action: Action,
  { done, failed, refusal }: PortionsOutcome<unknown>,
  t: BulkTexts,
): string | null {
  if (refusal !== undefined) return refusal;
  if (failed.length === 0) return null;
  const lost = failed.filter(mayBeDone);
  const refused = failed.filter((each) => !mayBeDone(each));
  const sentences: string[] = [];
  if (done.length > 0) {
    const count = done.length + failed.length;
    sentences.push(t(`failed.some.${action}`, { done: done.length, count }));
  }
  if (refused.length > 0) {
    const reasons = [...groupBy(refused, reasonOf)].map(([why, links]) =>
      t("failed.reason", { name: named(links, t), detail: t(`failed.why.${why}`) }),
    );
    sentences.push(t(`failed.rest.${action}`, { list: t.list(reasons) }));
  }
  if (lost.length > 0) sentences.push(t("failed.lost", { names: named(lost, t) }));
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
