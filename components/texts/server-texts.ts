import { use } from "react";
import { textsIn } from "@/lib/texts/translate";
import type { Folder, Texts } from "@/lib/texts/translator";
import { joined } from "./joined";
import { requestLanguage } from "./request-language";

/** For server components that are no async functions, and for components of both kinds. */
export function useTexts<F extends Folder>(folder: F): Texts<F> {
  const { language, locale } = use(requestLanguage());
  return textsIn(language, folder, locale, joined);
}
