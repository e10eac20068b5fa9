import type { Metadata } from "next";
import type { ReactNode } from "react";
import { languageOffer } from "@/components/layout/language-offer";
import { LanguageSelect } from "@/components/layout/language-select";
import { PartHead } from "@/components/layout/section-header";
import { ThemeSwitch } from "@/components/layout/theme-switch";
import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Card } from "@/components/ui/card";
import { env } from "@/lib/config/env";
import { access, hasRole } from "@/lib/core/access";
import { formatInstant } from "@/lib/core/format";
import { listTimeZones } from "@/lib/core/time-zone";
import { requireOwner } from "@/lib/owners/require-owner";
import { saveLanguage } from "./actions";
import { Bookmarklet } from "./bookmarklet";
import { ShortcutsSwitch, TimeZoneChoice } from "./preference-controls";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("account.preferences"))("title") };
}

export default async function PreferencesPage() {
  const owner = await requireOwner("/dashboard/settings/preferences");
  const viewer = await getViewer();
  const t = await getTexts("account.preferences");
  const now = new Date();
  return (
    <TextsProvider of={["account.preferences"]}>
      <PartHead title={t("title")} note={t("note")} />
      <Card className="divide-y divide-hairline">
        <Preference title={t("language")}>
          <LanguageSelect {...(await languageOffer())} save={saveLanguage} className="sm:w-72" />
        </Preference>
        <Preference title={t("theme")}>
          <ThemeSwitch />
        </Preference>
        <Preference
          title={t("timeZone")}
          note={t("timeZoneNote", {
            now: formatInstant(now, now, viewer.timeZone, viewer.locale),
          })}
        >
          <TimeZoneChoice zones={listTimeZones(viewer.timeZone)} chosen={viewer.timeZone} />
        </Preference>
        <Preference title={t("shortcuts")} note={t("shortcutsNote")}>
          <ShortcutsSwitch />
        </Preference>
        {hasRole(owner.role, access.pages["/dashboard/new"]) && (
          <Preference title={t("bookmarklet")} note={t("bookmarkletNote")}>
            <Bookmarklet baseUrl={env().DASHBOARD_ORIGIN} />
          </Preference>
        )}
      </Card>
    </TextsProvider>
  );
}

function Preference({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex items-center justify-between gap-x-8 gap-y-3 px-(--space-pad) py-4 max-md:flex-col max-md:items-start">
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {note && <p className="text-pretty text-secondary text-small">{note}</p>}
      </div>
      <div className="shrink-0 max-sm:w-full">{children}</div>
    </div>
  );
}
