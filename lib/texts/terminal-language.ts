import { type Language, languageOf } from "./languages";
import { canonicalTag } from "./locale";

/**
 * The language of a terminal, by the variables that other commands follow (POSIX, 8.2): the first of
 * LC_ALL, LC_MESSAGES and LANG that is set, such as `de_DE.UTF-8`. English for `C`, for a language
 * without texts, and where none is set, as in most containers.
 */
export function terminalLanguage(
  variables: Readonly<Record<string, string | undefined>>,
): Language {
  const set = variables.LC_ALL || variables.LC_MESSAGES || variables.LANG || "";
  const [name = ""] = set.split(/[.@]/, 1);
  return languageOf(canonicalTag(name) ?? "");
}
