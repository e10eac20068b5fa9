import { cleanTag, findTagProblem, tagKey, uniqueTags } from "@/lib/core/tag";
import type { ChosenTags } from "./tag-filter";

const token = /(?<=^|\s)(-?)tag:(?:"([^"]*)"|([^\s"]+))(\s+|$)/gi;

/**
 * Takes `tag:name` and `-tag:"two words"` out of a search, each once white space or a quotation
 * mark ends it: one that is still being typed stays, unless `isEntered`. The tags come behind those
 * `chosen` before. One that was chosen the other way changes sides.
 */
export function takeTagTokens(
  typed: string,
  isEntered = false,
  chosen: ChosenTags = {},
): { text: string; tag: string[]; notTag: string[] } {
  const found = { tag: chosen.tag ?? [], notTag: chosen.notTag ?? [] };
  const text = typed.replace(
    token,
    (whole, minus: string, quoted: string | undefined, plain: string | undefined, end: string) => {
      const name = cleanTag(quoted ?? plain ?? "");
      const isDone = isEntered || quoted !== undefined || end !== "";
      if (!isDone || findTagProblem(name) !== null) return whole;
      const [kind, other] = minus ? (["notTag", "tag"] as const) : (["tag", "notTag"] as const);
      found[kind] = uniqueTags([...found[kind], name]);
      found[other] = found[other].filter((each) => tagKey(each) !== tagKey(name));
      return "";
    },
  );
  return { text, ...found };
}
