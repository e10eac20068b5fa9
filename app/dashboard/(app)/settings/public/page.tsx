import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { settingsInEffect } from "@/lib/config/site-settings";
import { partData } from "@/lib/http/part-data";
import { listDomainSettings, listSettings } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import { domainSettingName, type SiteSetting } from "@/lib/pages/site-schema";
import { languages } from "@/lib/texts/languages";
import type { Texts } from "@/lib/texts/translator";
import { type SettingGroup, withValues } from "./setting-field";
import { SettingsForm } from "./settings-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.public"))("title") };
}

const groupsIn = (t: Texts<"settings.public">): SettingGroup<SiteSetting>[] => [
  {
    title: t("groups.look"),
    fields: [
      { name: "SITE_NAME", label: t("labels.siteName"), hint: t("hints.siteName") },
      {
        name: "SITE_LOGO",
        label: t("labels.siteLogo"),
        kind: "logo",
        hint: t("hints.siteLogo", { size: t.amount(100, "kilobyte") }),
      },
      {
        name: "ACCENT_COLOR",
        label: t("labels.accentColor"),
        placeholder: "#0F766E",
        hint: t("hints.accentColor"),
      },
      {
        name: "PUBLIC_LANGUAGES",
        label: t("labels.englishOnly"),
        kind: "switch",
        on: "false",
        hint: t("hints.englishOnly", { languages: t.list(Object.values(languages)) }),
      },
    ],
  },
  {
    title: t("groups.links"),
    fields: [
      {
        name: "IMPRINT_URL",
        label: t("labels.imprint"),
        placeholder: "https://example.com/imprint",
      },
      {
        name: "PRIVACY_URL",
        label: t("labels.privacy"),
        placeholder: "https://example.com/privacy",
      },
      {
        name: "ABUSE_CONTACT",
        label: t("labels.abuse"),
        placeholder: "abuse@example.com",
        hint: t("hints.abuse"),
      },
    ],
  },
  {
    title: t("groups.ownPages"),
    fields: [
      {
        name: "HOME_URL",
        label: t("labels.home"),
        placeholder: "https://example.com/",
        hint: t("hints.home"),
      },
      {
        name: "NOT_FOUND_URL",
        label: t("labels.notFound"),
        placeholder: "https://example.com/?q={slug}",
        hint: t("hints.notFound"),
      },
      {
        name: "EXPIRED_URL",
        label: t("labels.expired"),
        placeholder: "https://example.com/news",
        hint: t("hints.expired"),
      },
    ],
  },
  {
    title: t("groups.shortLinks"),
    fields: [
      {
        name: "IGNORE_CASE",
        label: t("labels.ignoreCase"),
        kind: "switch",
        hint: t("hints.ignoreCase"),
      },
      {
        name: "PREVIEW_PAGES",
        label: t("labels.previews"),
        kind: "switch",
        hint: t("hints.previews"),
      },
    ],
  },
  {
    title: t("groups.sharePages"),
    fields: [
      {
        name: "SHARE_FRAME_ORIGINS",
        label: t("labels.frames"),
        placeholder: "https://intranet.example.com",
        hint: t("hints.frames"),
      },
    ],
  },
  {
    title: t("groups.destinations"),
    fields: [
      {
        name: "DESTINATION_SCHEMES",
        label: t("labels.schemes"),
        placeholder: "mailto, tel, sms",
        hint: t("hints.schemes"),
      },
      {
        name: "DESTINATION_HOSTS",
        label: t("labels.hosts"),
        placeholder: "example.com, *.example.com",
        hint: t("hints.hosts"),
      },
    ],
  },
  {
    title: t("groups.apps"),
    fields: [
      {
        name: "IOS_APPS",
        label: t("labels.iosApps"),
        placeholder: "ABCDE12345.com.example.app",
        hint: t("hints.iosApps"),
      },
      {
        name: "ANDROID_APPS",
        label: t("labels.androidApps"),
        placeholder: "com.example.app=14:6D:…",
      },
    ],
  },
];

/** Of each further host. */
const domainFieldsIn = (t: Texts<"settings.public">) =>
  [
    {
      setting: "HOME_URL",
      label: t("labels.homeAtHost"),
      placeholder: "https://example.com/",
      hint: t("hints.homeAtHost"),
    },
    {
      setting: "NOT_FOUND_URL",
      label: t("labels.notFoundAtHost"),
      placeholder: "https://example.com/?q={slug}",
      hint: t("hints.notFoundAtHost"),
    },
  ] as const;

export default async function PublicPagesPage() {
  await requireOwner("/dashboard/settings/public");
  const t = await getTexts("settings.public");
  const form = await getTexts("settings.form");
  return (
    <TextsProvider of={["settings.form"]}>
      <PartHead title={t("title")} note={t("note")} />
      <Part
        title={form("settings")}
        skeleton={<Skeleton className="h-96" />}
        data={partData(Promise.all([listSettings(settingsInEffect()), listDomainSettings(env())]))}
      >
        {([settings, domains]) => (
          <SettingsForm
            groups={[
              ...withValues(groupsIn(t), settings),
              ...[...env().DOMAINS.values()].map((domain) => ({
                title: domain,
                fields: domainFieldsIn(t).map(({ setting, ...field }) => {
                  const name = domainSettingName(setting, domain);
                  return { ...field, name, value: domains[name] ?? "", isGiven: false };
                }),
              })),
            ]}
          />
        )}
      </Part>
    </TextsProvider>
  );
}
