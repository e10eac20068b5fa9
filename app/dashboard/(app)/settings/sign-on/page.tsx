import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { CopyButton } from "@/components/ui/copy-button";
import type { ServerSetting } from "@/lib/config/server-settings";
import { settingsInEffect } from "@/lib/config/site-settings";
import { checkSingleSignOn } from "@/lib/doctor/check-single-sign-on";
import { requireOwner } from "@/lib/owners/require-owner";
import { redirectUri } from "@/lib/sign-in/oidc/settings";
import type { Texts } from "@/lib/texts/translator";
import { ServerSettings } from "../public/server-settings";
import type { SettingGroup } from "../public/setting-field";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.signOn"))("title") };
}

const groupsIn = (t: Texts<"settings.signOn">): SettingGroup<ServerSetting>[] => [
  {
    title: t("provider"),
    fields: [
      {
        name: "OIDC_ISSUER",
        label: t("issuer"),
        placeholder: "https://id.example.com",
      },
      { name: "OIDC_CLIENT_ID", label: t("clientId"), placeholder: "slugline" },
      {
        name: "OIDC_CLIENT_SECRET",
        label: t("clientSecret"),
        kind: "secret",
        hint: t("secretHint"),
      },
      { name: "OIDC_NAME", label: t("name"), placeholder: "Acme ID", hint: t("nameHint") },
    ],
  },
  {
    title: t("who"),
    fields: [
      {
        name: "OIDC_ALLOWED",
        label: t("allowed"),
        placeholder: "mara@example.com, @example.com, group:staff",
        hint: t("allowedHint"),
      },
      {
        name: "OIDC_GROUPS_CLAIM",
        label: t("claim"),
        placeholder: "groups",
        hint: t("claimHint", { example: "realm_access.roles" }),
      },
      { name: "OIDC_OWNER_GROUP", label: t("ownerGroup") },
      { name: "OIDC_EDITOR_GROUP", label: t("editorGroup") },
      { name: "OIDC_READER_GROUP", label: t("readerGroup"), hint: t("groupsHint") },
      {
        name: "PASSWORD_SIGN_IN",
        label: t("only"),
        kind: "switch",
        on: "off",
        hint: t("onlyHint"),
      },
    ],
  },
];

export default async function SignOnPage() {
  await requireOwner("/dashboard/settings/sign-on");
  const t = await getTexts("settings.signOn");
  return (
    <TextsProvider of={["settings.form"]}>
      <PartHead title={t("title")} note={t("note")}>
        <CopyButton text={redirectUri(settingsInEffect().config)}>{t("copyRedirect")}</CopyButton>
      </PartHead>
      <ServerSettings groups={groupsIn(t)} check={checkSingleSignOn} />
    </TextsProvider>
  );
}
