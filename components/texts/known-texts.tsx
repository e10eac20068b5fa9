"use client";

import { createContext, type ReactNode, use, useMemo } from "react";

/** Compiled messages by area and name. */
export type KnownMessages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const Known = createContext<{ locale: string; messages: KnownMessages }>({
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
  return <Known value={known}>{children}</Known>;
}

function merge(above: KnownMessages, own: KnownMessages): KnownMessages {
  const areas = Object.entries(own).map(([area, texts]) => [area, { ...above[area], ...texts }]);
  return { ...above, ...Object.fromEntries(areas) };
}
