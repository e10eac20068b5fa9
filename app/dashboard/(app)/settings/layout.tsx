import type { ReactNode } from "react";
import { PageHead } from "@/components/layout/page-header";
import { settingsOf } from "@/components/layout/settings-parts";
import { SubNav } from "@/components/layout/sub-nav";
import { getTexts } from "@/components/texts/get-texts";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requireOwnerInOutage("/dashboard/settings");
  const t = await getTexts("common");
  const groups = settingsOf(role).map(({ name, parts }) => ({
    name: t(`settingsParts.${name}`),
    parts: parts.map(({ href, name }) => ({
      href,
      name: t(`settingsParts.${name}`),
      words: t(`settingsWords.${name}`),
    })),
  }));
  return (
    <>
      <PageHead title={t("nav.settings")} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10">
        <SubNav label={t("nav.settings")} groups={groups} />
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </>
  );
}
