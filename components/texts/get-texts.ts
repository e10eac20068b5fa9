import { textsIn } from "@/lib/texts/translate";
import type { Folder, Texts } from "@/lib/texts/translator";
import { joined } from "./joined";
import { requestLanguage } from "./request-language";

/** The texts of a folder in the language of this request, for async components and actions. */
export async function getTexts<F extends Folder>(folder: F): Promise<Texts<F>> {
  const { language, locale } = await requestLanguage();
  return textsIn(language, folder, locale, joined);
}
