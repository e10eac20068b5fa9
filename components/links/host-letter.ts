import { parseUrl } from "@/lib/core/hosts";

/** The first letter of the name of a destination's host. */
export function hostLetter(url: string): string {
  const parsed = parseUrl(url);
  const name = parsed?.hostname.replace(/^www\./, "") || parsed?.protocol || "";
  return [...name][0] ?? "";
}
