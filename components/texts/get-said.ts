import { use } from "react";
import type { Language } from "@/lib/texts/languages";
import { saidDetail, saidIn } from "@/lib/texts/said";
import { say } from "@/lib/texts/say";
import type { Sentence } from "@/lib/texts/sentence";
import { requestLanguage } from "./request-language";

const sayingIn = (language: Language) => (said: Sentence | string) =>
  typeof said === "string" ? saidIn(language, said) : say(language, said);

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
