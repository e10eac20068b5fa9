"use client";

import { type Texts, translator } from "@/lib/texts/translator";
import { joined } from "./joined";
import { textsInBrowser } from "./known-texts";

/** The texts of `common` outside components: in functions that a press calls. Not on the server. */
export function commonTexts(): Texts<"common"> {
  const { locale, messages } = textsInBrowser();
  return translator(messages, locale, "common", joined);
}
