import { groupBy } from "@/lib/core/group-by";
import type { Link } from "@/lib/links/link";
import { answerOf } from "../ui/use-action";
import { type Failed, failureMessage } from "./bulk-message";
import type { LinkActions, LinkInput } from "./link-actions";

/** Changes that can be applied to several links at once. */
export type SharedChanges = Pick<LinkInput, "enabled" | "expiresAt">;

/**
 * Restores each link's previous values, with one request per distinct value. Resolves with the message to show and whether
 * anything failed.
 */
export async function undoChanges(
  actions: LinkActions,
  links: readonly Link[],
  changes: SharedChanges,
): Promise<{ message: string; failed: boolean }> {
  const done: Link[] = [];
  const failed: Failed[] = [];
  for (const [before, group] of groupBy(links, (link) => JSON.stringify(takenFrom(link, changes)))) {
    const slugs = group.map(({ slug }) => slug);
    const result = await answerOf(actions.updateLinks(slugs, JSON.parse(before) as SharedChanges));
    if (result.ok) {
      done.push(...result.value.done);
      failed.push(...result.value.failed);
    } else failed.push(...slugs.map((slug) => ({ slug, code: result.code })));
  }
  const message = failureMessage("undo", { done, failed });
  return { message: message ?? (links.length === 1 ? "Undone" : `Undone for ${links.length} links`), failed: message !== null };
}

function takenFrom({ enabled, expiresAt }: Link, changes: SharedChanges): SharedChanges {
  return { ...("enabled" in changes ? { enabled } : {}), ...("expiresAt" in changes ? { expiresAt } : {}) };
}
