import { use } from "react";
import type { Language } from "@/lib/texts/languages";
import { say } from "@/lib/texts/say";
import type { Sentence } from "@/lib/texts/sentence";
import { requestLanguage } from "./request-language";

const sayingIn = (language: Language) => (said: Sentence) => say(language, said);

/** Says the sentences of `lib` in the language of this request. */
export async function getSaid() {
  return sayingIn((await requestLanguage()).language);
}

/** For server components that are no async functions. */
export function useSaid() {
  return sayingIn(use(requestLanguage()).language);
}
