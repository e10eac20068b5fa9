import { cleanTag, findTagProblem } from "@/lib/core/tag";

const token = /(?<=^|\s)(-?)tag:(?:"([^"]*)"|([^\s"]+))(\s+|$)/gi;

/**
 * Takes `tag:name` and `-tag:"two words"` out of a search, each once white space or a quotation
 * mark ends it: one that is still being typed stays, unless `isEntered`.
 */
export function takeTagTokens(
  typed: string,
  isEntered = false,
): { text: string; tag: string[]; notTag: string[] } {
  const found = { tag: [] as string[], notTag: [] as string[] };
  const text = typed.replace(
    token,
    (whole, minus: string, quoted: string | undefined, plain: string | undefined, end: string) => {
      const name = cleanTag(quoted ?? plain ?? "");
      const isDone = isEntered || quoted !== undefined || end !== "";
      if (!isDone || findTagProblem(name) !== null) return whole;
      found[minus ? "notTag" : "tag"].push(name);
      return "";
    },
  );
  return { text, ...found };
}
