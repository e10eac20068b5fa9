import type { ReactNode } from "react";
import { PageHead } from "@/components/layout/page-header";
import { settingsParts } from "@/components/layout/settings-parts";
import { SubNav } from "@/components/layout/sub-nav";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid gap-4 lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10">
        <SubNav label="Settings" items={settingsParts.map(({ href, name }) => ({ href, name }))} />
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </>
  );
}
