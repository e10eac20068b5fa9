import { use } from "react";
import type { Language } from "@/lib/texts/languages";
import { saidDetail, saidIn } from "@/lib/texts/said";
import { requestLanguage } from "./request-language";

const sayingIn = (language: Language) => (sentence: string) => saidIn(language, sentence);

/** Says the sentences of `lib`, which are English, in the language of this request. */
export async function getSaid() {
  return sayingIn((await requestLanguage()).language);
}

/** For server components that are no async functions. */
export function useSaid() {
  return sayingIn(use(requestLanguage()).language);
}

/** For the details of events in the activity log. */
export function useSaidDetail() {
  const { language } = use(requestLanguage());
  return (detail: string) => saidDetail(language, detail);
}
