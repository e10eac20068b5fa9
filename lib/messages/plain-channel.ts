const name = /^[\p{L}\p{N} _.-]{1,40}$/u;
const address = /\.\p{L}/u;
const wordJoiner = "\u2060";

/**
 * Any visitor can send any source and referrer, so a message names it only where it looks like a
 * name, and never so that a chat or mail program makes an address of it. `unnamed`: what it says
 * otherwise.
 */
export function plainChannel(
  filter: "utm_source" | "referrer",
  label: string,
  unnamed: string,
): string {
  if (!name.test(label)) return unnamed;
  if (filter === "referrer") return label.replaceAll(".", `.${wordJoiner}`);
  return address.test(label) ? unnamed : label;
}
