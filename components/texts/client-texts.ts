"use client";

import { use, useMemo } from "react";
import { type Folder, type Texts, translator } from "@/lib/texts/translator";
import { joined } from "./joined";
import { Known } from "./known-texts";

/** The texts of a folder that a `<TextsProvider>` above has. */
export function useTexts<F extends Folder>(folder: F): Texts<F> {
  const { locale, messages } = use(Known);
  return useMemo(() => translator(messages, locale, folder, joined), [messages, locale, folder]);
}
