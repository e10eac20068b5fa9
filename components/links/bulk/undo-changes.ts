import { groupBy } from "@/lib/core/group-by";
import type { Link, LinkRef } from "@/lib/links/link";
import type { Texts } from "@/lib/texts/translator";
import type { DashboardActions } from "../../layout/dashboard-actions";
import { failureMessage, undoneText } from "../portions/bulk-message";
import { type Failed, inPortions } from "../portions/in-portions";

/** Changes that can be applied to several links at once. */
export type SharedChanges = Partial<Pick<Link, "enabled" | "expiresAt">>;

/**
 * Restores each link's previous values, distinct value by distinct value; not of links where others
 * changed the same since `changed`, one of the links after the change. Resolves with the message to
 * show and what failed.
 */
export async function undoChanges(
  actions: DashboardActions,
  links: readonly LinkRef[],
  changes: SharedChanges,
  t: Texts<"bulk">,
  changed?: LinkRef,
): Promise<{ message: string; failed: Failed[] }> {
  const seen = changed && takenFrom(changed, changes);
  const done: Link[] = [];
  const failed: Failed[] = [];
  for (const [before, group] of groupBy(links, (link) =>
    JSON.stringify(takenFrom(link, changes)),
  )) {
    const slugs = group.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (portion) =>
      actions.updateLinks(portion, JSON.parse(before) as SharedChanges, seen),
    );
    done.push(...outcome.done);
    failed.push(...outcome.failed);
  }
  const message = failureMessage("undo", { done, failed }, t);
  return { message: message ?? undoneText(links.length, t), failed };
}

/**
 * What all of the links have in the place of the changes; nothing if they differ: then the changes
 * are meant to make them the same.
 */
export function commonOf(links: readonly LinkRef[], changes: SharedChanges): SharedChanges {
  const [first, ...others] = new Set(links.map((link) => JSON.stringify(takenFrom(link, changes))));
  return first === undefined || others.length > 0 ? {} : JSON.parse(first);
}

function takenFrom({ enabled, expiresAt }: LinkRef, changes: SharedChanges): SharedChanges {
  return {
    ...("enabled" in changes ? { enabled } : {}),
    ...("expiresAt" in changes ? { expiresAt } : {}),
  };
}
