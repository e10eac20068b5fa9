import { cleanTag, findTagProblem, longestTag, mostTags, uniqueTags } from "@/lib/core/tag";
import type { TextName, Texts } from "@/lib/texts/translator";

/**
 * Chosen tags, and the names between commas that are being typed: they count, so that they are not
 * lost.
 */
export function allTags(tags: readonly string[], typed: string): string[] {
  return uniqueTags([...tags, ...typed.split(",").map(cleanTag).filter(Boolean)]);
}

/** The texts of what `findTagProblem` finds. */
const rules = [
  "mustBeShorter",
  "mustHaveNoCommas",
  "mustHaveNoControls",
  "mustHaveNoDots",
  "mustNotBeDamaged",
  "mustNotBeEmpty",
] as const satisfies TextName<"form.tags">[];

/** Why these cannot be the tags of a link, as a sentence. */
export function tagsProblem(names: readonly string[], t: Texts<"form.tags">): string | undefined {
  const [first] = names.flatMap((name) => findTagProblem(name) ?? []);
  const rule = rules.find((name) => name === first?.sentence.id);
  if (rule) return t("problem", { problem: t(rule, { most: `${longestTag}` }) });
  return names.length > mostTags ? t("most", { most: mostTags }) : undefined;
}

/** Chooses what is typed. Names that are invalid or too many stay typed. */
export function chooseTyped(
  tags: readonly string[],
  typed: string,
): { tags: string[]; typed: string } {
  const all = allTags(tags, typed);
  const valid = all.filter((name) => !findTagProblem(name));
  return {
    tags: valid.slice(0, mostTags),
    typed: [...all.filter(findTagProblem), ...valid.slice(mostTags)].join(", "),
  };
}
