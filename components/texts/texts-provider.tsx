import type { ReactNode } from "react";
import { foldersOf } from "@/lib/texts/catalogue";
import type { Folder } from "@/lib/texts/translator";
import { KnownTexts } from "./known-texts";
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
    <KnownTexts locale={locale} messages={foldersOf(language, of)}>
      {children}
    </KnownTexts>
  );
}
