import type { Refused } from "@/lib/core/action-result";
import type { Replacement } from "@/lib/core/replace-in-address";
import type { Texts } from "@/lib/texts/translator";
import type { DashboardActions, ReplacedLinks } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { answerOf, showRefused, unknownOutcome } from "../../ui/use-action";
import { failureMessage, undoneText } from "../portions/bulk-message";
import { type Failed, type PortionsOutcome, untilDone } from "../portions/in-portions";

/** As many as one request takes. */
const portionLength = 1_000;

export interface Replaced {
  /** One for each portion that changed links. */
  ids: string[];
  links: ReplacedLinks["links"];
  /** Why a portion and those after it were not tried. */
  refused?: Refused;
}

/**
 * Sends a replacement in portions, one after another. The first that is refused ends it. `key`: of
 * one attempt; null only looks what would change.
 */
export async function replaceInPortions(
  actions: DashboardActions,
  slugs: readonly string[],
  replacement: Replacement,
  key: string | null,
): Promise<Replaced> {
  const all: Replaced = { ids: [], links: [] };
  for (let from = 0; from < slugs.length; from += portionLength) {
    const portion = slugs.slice(from, from + portionLength);
    const attempt = key && `${key} ${from}`;
    const result = await untilDone(
      answerOf(actions.replaceDestinations(portion, replacement, attempt)),
    );
    if (!result.ok) return { ...all, refused: result };
    if (result.value.id !== null) all.ids.push(result.value.id);
    all.links.push(...result.value.links);
  }
  return all;
}

/** Undoes replacements and shows the outcome. Resolves with what failed. */
export async function undoReplacements(
  actions: DashboardActions,
  ids: readonly string[],
  t: Texts<"bulk">,
): Promise<Failed[]> {
  const all: PortionsOutcome<string> = { done: [], failed: [] };
  for (const id of ids) {
    const result = await answerOf(actions.undoReplacement(id), unknownOutcome);
    if (!result.ok) {
      showRefused(result);
      return [{ slug: "", code: result.code }];
    }
    all.done.push(...result.value.done);
    all.failed.push(...result.value.failed);
  }
  const failure = failureMessage("undo", all, t);
  showToast(failure ?? undoneText(all.done.length, t), { failed: failure !== null });
  return all.failed;
}
