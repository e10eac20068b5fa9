import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { DashboardProvider } from "@/app/dashboard/(app)/dashboard-provider";
import { DashboardKeys } from "@/components/layout/dashboard-keys";
import { getLinkCount } from "@/components/layout/link-count";
import { Dock } from "@/components/layout/nav";
import { OwnerMenu } from "@/components/layout/owner-menu";
import { ServerState } from "@/components/layout/server-state";
import { DockCreate, Sidebar, Topbar } from "@/components/layout/sidebar";
import { getViewer } from "@/components/layout/viewer";
import { ViewerProvider } from "@/components/layout/viewer-context";
import { Jobs, LeftJobs } from "@/components/links/jobs/jobs";
import { getViews, SideViews } from "@/components/links/list/side-views";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Announcer } from "@/components/ui/announce";
import { Part } from "@/components/ui/part";
import { Toaster } from "@/components/ui/toast";
import { undoableCommands } from "@/lib/commands/run-job";
import { env } from "@/lib/config/env";
import {
  campaignRule,
  newLinkDefaults,
  settingsInEffect,
  siteSettings,
} from "@/lib/config/site-settings";
import { version } from "@/lib/config/version";
import { access, hasRole } from "@/lib/core/access";
import { formatNumber } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { type JobState, listRunningJobs, showJob } from "@/lib/owners/jobs";
import { requireOwnerInOutage } from "@/lib/owners/require-owner";
import * as jobActions from "./job-actions";
import * as linkActions from "./link-actions";
import { keepHost } from "./links/[slug]/health-actions";
import * as replaceActions from "./replace-actions";
import { saveShortcuts, saveTheme } from "./settings/preferences/actions";
import { allowHost } from "./settings/public/actions";
import { leave } from "./settings/sessions/actions";
import * as severalActions from "./several-actions";
import * as shareActions from "./share-actions";
import * as viewActions from "./view-actions";

export const metadata: Metadata = {
  title: { template: "%s · Slugline", default: "Slugline" },
  robots: { index: false },
};

/** The layout of all pages behind sign-in. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const owner = await requireOwnerInOutage("/dashboard/[...path]");
  const viewer = await getViewer();
  const t = await getTexts("common.nav");
  const { BASE_URL, DOMAINS } = env();
  const shownOwner = { email: owner.email, name: owner.name };
  return (
    <ViewerProvider viewer={viewer}>
      <TextsProvider of={["bulk", "jobs"]}>
        <DashboardProvider
          actions={{
            ...linkActions,
            ...severalActions,
            ...replaceActions,
            ...jobActions,
            ...viewActions,
            ...shareActions,
            allowHost,
            keepHost,
            saveShortcuts,
            saveTheme,
            signOut: leave,
          }}
          instance={{
            baseUrl: BASE_URL,
            domains: DOMAINS,
            hosts: siteSettings().DESTINATION_HOSTS ?? new Set(),
            areHostsGiven: settingsInEffect().given().DESTINATION_HOSTS !== undefined,
            newLink: newLinkDefaults(),
            campaignRule: campaignRule(),
          }}
          role={owner.role}
        >
          <a
            href="#main"
            className="absolute top-2 start-2 z-50 -translate-y-16 rounded-control bg-inverse px-3 py-2 text-on-inverse focus:translate-y-0"
          >
            {t("skip")}
          </a>
          <div className="min-h-svh print:block! sm:grid sm:grid-cols-[64px_minmax(0,1fr)] lg:grid-cols-[224px_minmax(0,1fr)]">
            <Topbar>
              <OwnerMenu owner={shownOwner} version={version} isCompact />
            </Topbar>
            <Sidebar
              host={new URL(BASE_URL).host}
              counts={{
                links: (
                  <Part data={partData(getLinkCount())}>
                    {(count) => formatNumber(count, viewer.locale)}
                  </Part>
                ),
              }}
              views={
                <Part data={partData(getViews(owner.id))}>
                  {(views) => <SideViews views={views} />}
                </Part>
              }
              foot={
                <>
                  {hasRole(owner.role, access.pages["/dashboard/settings/doctor"]) && (
                    <div className="flex h-6 ps-2 max-lg:hidden">
                      <Suspense>
                        <ServerState />
                      </Suspense>
                    </div>
                  )}
                  <div className="border-hairline border-t pt-2">
                    <OwnerMenu owner={shownOwner} version={version} />
                  </div>
                </>
              }
            />
            <main id="main" tabIndex={-1} className="min-w-0 outline-none peeking:pe-[420px]">
              <div className="mx-auto max-w-[1248px] px-(--space-gutter) pb-14 max-sm:pb-24">
                {children}
              </div>
            </main>
            <Dock create={<DockCreate />} />
          </div>
          <Announcer />
          <DashboardKeys />
          <Toaster />
          <Jobs />
          <Part data={partData(listRunningJobs(`owner:${owner.id}`))}>
            {(jobs) => jobs.length > 0 && <Left jobs={jobs} />}
          </Part>
        </DashboardProvider>
      </TextsProvider>
    </ViewerProvider>
  );
}

async function Left({ jobs }: { jobs: readonly JobState[] }) {
  const said = await getSaid();
  return <LeftJobs jobs={jobs.map((job) => showJob(job, said))} undoable={undoableCommands} />;
}
