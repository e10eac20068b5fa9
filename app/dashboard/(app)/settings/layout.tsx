import type { ReactNode } from "react";
import { PageHead } from "@/components/layout/page-header";
import { SubNav } from "@/components/layout/sub-nav";

const parts = [
  { href: "/dashboard/settings/tokens", name: "API tokens" },
  { href: "/dashboard/settings/owners", name: "Owners" },
  { href: "/dashboard/settings/sessions", name: "Sessions" },
  { href: "/dashboard/settings/preferences", name: "Preferences" },
  { href: "/dashboard/settings/data", name: "Import and export" },
  { href: "/dashboard/settings/stored", name: "What is stored" },
  { href: "/dashboard/settings/doctor", name: "Health check" },
] as const;

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid gap-4 lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10">
        <SubNav label="Settings" items={parts} />
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </>
  );
}
