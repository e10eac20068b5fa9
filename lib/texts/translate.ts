import { type Area, messagesOf } from "./catalogue";
import type { Language } from "./languages";
import { type Folder, type Texts, translator } from "./translator";

/**
 * The texts of a folder in a language; `locale` formats their numbers. Pages and components call
 * `getTexts` or `useTexts` instead, which know the language of the request.
 */
export function textsIn<F extends Folder>(
  language: Language,
  folder: F,
  locale: string = language,
  join?: (parts: readonly unknown[]) => unknown,
): Texts<F> {
  const area = folder.split(".", 1)[0] as Area;
  return translator({ [area]: messagesOf(language, area) }, locale, folder, join);
}
