import type { ReactNode } from "react";
import { PageHead } from "@/components/layout/page-header";
import { settingsPagesOf } from "@/components/layout/settings-parts";
import { SubNav, SubTabs } from "@/components/layout/sub-nav";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requireOwnerInOutage("/dashboard/settings");
  const pages = settingsPagesOf(role).map(({ name, parts }) => ({
    name,
    parts: parts.map(({ href, name }) => ({ href, name })),
  }));
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid gap-4 lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10">
        <SubNav label="Settings" pages={pages} />
        <div className="flex min-w-0 flex-col gap-4">
          <SubTabs pages={pages} />
          {children}
        </div>
      </div>
    </>
  );
}
