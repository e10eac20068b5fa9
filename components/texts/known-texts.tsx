"use client";

import { createContext, type ReactNode, use, useEffect, useMemo } from "react";

/** Compiled messages by area and name. */
export type KnownMessages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface KnownTextsValue {
  locale: string;
  messages: KnownMessages;
}

export const Known = createContext<KnownTextsValue>({
  locale: "en",
  messages: {},
});

/** Adds to what the provider above gives. */
export function KnownTexts({
  locale,
  messages,
  children,
}: {
  locale: string;
  messages: KnownMessages;
  children: ReactNode;
}) {
  const above = use(Known).messages;
  const known = useMemo(
    () => ({ locale, messages: merge(above, messages) }),
    [above, locale, messages],
  );
  useEffect(() => {
    if (known.messages.common) inBrowser = known;
  }, [known]);
  return <Known value={known}>{children}</Known>;
}

/** What a provider of this page has that has `common`. */
let inBrowser: KnownTextsValue = { locale: "en", messages: {} };
export const textsInBrowser = () => inBrowser;

function merge(above: KnownMessages, own: KnownMessages): KnownMessages {
  const areas = Object.entries(own).map(([area, texts]) => [area, { ...above[area], ...texts }]);
  return { ...above, ...Object.fromEntries(areas) };
}
