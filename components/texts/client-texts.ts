"use client";

import { use, useMemo } from "react";
import { type Folder, type Texts, translator } from "@/lib/texts/translator";
import { joined } from "./joined";
import { Known } from "./known-texts";
import { comesLater, laterTexts } from "./later-texts";

/** The texts of a folder that a `<TextsProvider>` above has, or that come when they are needed. */
export function useTexts<F extends Folder>(folder: F): Texts<F> {
  const { locale, messages } = use(Known);
  const known = comesLater(folder, messages) ? use(laterTexts(locale)) : messages;
  return useMemo(() => translator(known, locale, folder, joined), [known, locale, folder]);
}
