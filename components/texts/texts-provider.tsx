import type { ReactNode } from "react";
import { type Area, messagesOf } from "@/lib/texts/catalogue";
import type { Language } from "@/lib/texts/languages";
import type { Folder } from "@/lib/texts/translator";
import { type KnownMessages, KnownTexts } from "./known-texts";
import { requestLanguage } from "./request-language";

/**
 * Gives folders of the catalogue to the client components below, besides those that a provider
 * above gives: layouts what each of their pages needs, pages what is theirs. `of`: areas, such as
 * `common`, or folders right below one, such as `settings.people`.
 */
export async function TextsProvider({
  of,
  children,
}: {
  of: readonly Folder[];
  children: ReactNode;
}) {
  const { language, locale } = await requestLanguage();
  return (
    <KnownTexts locale={locale} messages={pick(language, of)}>
      {children}
    </KnownTexts>
  );
}

function pick(language: Language, folders: readonly Folder[]): KnownMessages {
  const picked: Record<string, Record<string, unknown>> = {};
  for (const folder of folders) {
    const [area = "", part] = folder.split(".");
    const messages = messagesOf(language, area as Area);
    picked[area] = { ...picked[area], ...(part ? { [part]: messages[part] } : messages) };
  }
  return picked;
}
