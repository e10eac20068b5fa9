import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PartHead } from "@/components/layout/section-header";
import { ThemeSwitch } from "@/components/layout/theme-switch";
import { getViewer } from "@/components/layout/viewer";
import { Card } from "@/components/ui/card";
import { env } from "@/lib/config/env";
import { access, hasRole } from "@/lib/core/access";
import { formatInstant } from "@/lib/core/format";
import { listTimeZones } from "@/lib/core/time-zone";
import { requireOwner } from "@/lib/owners/require-owner";
import { Bookmarklet } from "./bookmarklet";
import { ShortcutsSwitch, TimeZoneChoice } from "./preference-controls";

export const metadata: Metadata = { title: "Preferences" };

export default async function PreferencesPage() {
  const { role } = await requireOwner("/dashboard/settings/preferences");
  const viewer = await getViewer();
  const now = new Date();
  return (
    <>
      <PartHead title="Preferences" note="Saved in this browser." />
      <Card className="divide-y divide-hairline">
        <Preference title="Theme" note="System follows your device.">
          <ThemeSwitch />
        </Preference>
        <Preference
          title="Time zone"
          note={`For timestamps, days and hours in statistics, and the expiry of links. It is now ${formatInstant(now, now, viewer.timeZone)}.`}
        >
          <TimeZoneChoice zones={listTimeZones(viewer.timeZone)} chosen={viewer.timeZone} />
        </Preference>
        <Preference
          title="Keyboard shortcuts"
          id="shortcuts"
          note="Single-key shortcuts, such as C for New link."
        >
          <ShortcutsSwitch labelledBy="shortcuts" />
        </Preference>
        {hasRole(role, access.pages["/dashboard/new"]) && (
          <Preference
            title="Bookmarklet"
            note="Drag it to your bookmarks: it opens the dialog for a new link with the page you are on. On a phone, install Slugline and share a page to it."
          >
            <Bookmarklet baseUrl={env().DASHBOARD_ORIGIN} />
          </Preference>
        )}
      </Card>
    </>
  );
}

function Preference({
  title,
  note,
  id,
  children,
}: {
  title: string;
  note: string;
  id?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex items-center justify-between gap-x-8 gap-y-3 px-(--space-pad) py-4 max-md:flex-col max-md:items-start">
      <div className="min-w-0">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <p className="text-pretty text-secondary text-small">{note}</p>
      </div>
      <div className="shrink-0 max-sm:w-full">{children}</div>
    </div>
  );
}
