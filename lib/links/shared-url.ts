import { trimInvisible } from "../core/clean-text";

/**
 * What somebody shares: many apps put the URL into the text or the title instead. `rest` is the
 * title without it; a title that is only the URL says nothing.
 */
export function sharedUrl(url: string, text: string, title: string): { url: string; rest: string } {
  const found =
    [trimInvisible(url), urlIn(text), urlIn(title)].find((candidate) => candidate) ?? "";
  return { url: found, rest: title.replace(found, "").replace(/\s+/g, " ").trim() };
}

/** The first http or https URL in a text, without the punctuation of the sentence around it. */
function urlIn(text: string): string | undefined {
  return /https?:\/\/[^\s<>"]+/i
    .exec(text)?.[0]
    .replace(/[.,;:!?'`…。，、．！？：；」』）】》\p{Cf}]+$|\)+$/u, "");
}
