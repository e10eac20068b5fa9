import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { env } from "@/lib/config/env";
import { partData } from "@/lib/http/part-data";
import { listDomainSettings, listSettings } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import { domainSettingName } from "@/lib/pages/site-schema";
import { type SettingGroup, withValues } from "./setting-field";
import { SettingsForm } from "./settings-form";

export const metadata: Metadata = { title: "Public pages" };

const groups: SettingGroup[] = [
  {
    title: "Look",
    fields: [
      { name: "SITE_NAME", label: "Name", hint: "Shown instead of Slugline." },
      {
        name: "SITE_LOGO",
        label: "Logo",
        kind: "logo",
        hint: "SVG or PNG, at most 100 KB. Scripts and references in an SVG are removed.",
      },
      {
        name: "ACCENT_COLOR",
        label: "Accent color",
        placeholder: "#0F766E",
        hint: "Made darker in the light theme and lighter in the dark one if text in it would be hard to read.",
      },
      {
        name: "PUBLIC_LANGUAGES",
        label: "English only",
        kind: "switch",
        on: "false",
        hint: "Otherwise, as soon as one of these settings is set, the pages are in English, German, French, Spanish, Italian, Polish, Portuguese or Dutch, as the browser asks.",
      },
    ],
  },
  {
    title: "Links on every page",
    fields: [
      { name: "IMPRINT_URL", label: "Imprint", placeholder: "https://example.com/imprint" },
      { name: "PRIVACY_URL", label: "Privacy", placeholder: "https://example.com/privacy" },
      {
        name: "ABUSE_CONTACT",
        label: "Abuse contact",
        placeholder: "abuse@example.com",
        hint: "An email or https address. Also published at /.well-known/security.txt.",
      },
    ],
  },
  {
    title: "Your own pages instead",
    fields: [
      {
        name: "HOME_URL",
        label: "Front page",
        placeholder: "https://example.com/",
        hint: "Where / redirects to.",
      },
      {
        name: "NOT_FOUND_URL",
        label: "Unknown links",
        placeholder: "https://example.com/search?q={slug}",
        hint: "Where unknown and disabled links, and those that have not started, redirect to instead of a 404 page. {slug} becomes the slug.",
      },
      {
        name: "EXPIRED_URL",
        label: "Expired links",
        placeholder: "https://example.com/news",
        hint: "Where the page of an expired or used up link leads, instead of /, unless the link has a fallback destination.",
      },
    ],
  },
  {
    title: "Short links",
    fields: [
      {
        name: "IGNORE_CASE",
        label: "Forgive typing mistakes",
        kind: "switch",
        hint: "Where no link has a slug, letter case and text pasted behind it are ignored. New slugs must then differ by more than case.",
      },
      {
        name: "PREVIEW_PAGES",
        label: "Preview pages",
        kind: "switch",
        hint: "A + after a short link shows where it leads, without going there. Never for a link with a password.",
      },
    ],
  },
  {
    title: "Share pages",
    fields: [
      {
        name: "SHARE_FRAME_ORIGINS",
        label: "Sites that may embed them",
        placeholder: "https://intranet.example.com",
        hint: "Origins, separated by commas, whose pages may show share pages in an iframe.",
      },
    ],
  },
  {
    title: "Destinations",
    fields: [
      {
        name: "DESTINATION_SCHEMES",
        label: "Other schemes",
        placeholder: "mailto, tel, sms",
        hint: "Schemes that destinations may have besides http and https. Links to a scheme that you remove stop working.",
      },
    ],
  },
];

/** Of each further host. */
const domainFields = [
  {
    setting: "HOME_URL",
    label: "Front page",
    placeholder: "https://example.com/",
    hint: "Where / redirects to at this host. Leave empty for the same as above.",
  },
  {
    setting: "NOT_FOUND_URL",
    label: "Unknown links",
    placeholder: "https://example.com/search?q={slug}",
    hint: "Where unknown links redirect to at this host. Leave empty for the same as above.",
  },
] as const;

export default async function PublicPagesPage() {
  await requireOwner("/dashboard/settings/public");
  return (
    <>
      <PartHead
        title="Public pages"
        note="What visitors see where no link redirects them. Changes take effect within a second."
      />
      <Part
        title="Settings"
        skeleton={<Skeleton className="h-96" />}
        data={partData(Promise.all([listSettings(), listDomainSettings()]))}
      >
        {([settings, domains]) => (
          <SettingsForm
            groups={[
              ...withValues(groups, settings),
              ...[...env().DOMAINS.values()].map((domain) => ({
                title: domain,
                fields: domainFields.map(({ setting, ...field }) => {
                  const name = domainSettingName(setting, domain);
                  return { ...field, name, value: domains[name] ?? "", isGiven: false };
                }),
              })),
            ]}
          />
        )}
      </Part>
    </>
  );
}
