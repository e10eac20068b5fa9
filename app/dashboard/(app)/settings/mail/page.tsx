import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import type { ServerSetting } from "@/lib/config/server-settings";
import { settingsInEffect } from "@/lib/config/site-settings";
import { checkMail } from "@/lib/doctor/check-mail";
import { mailSettings } from "@/lib/messages/mail-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";
import { ServerSettings } from "../public/server-settings";
import type { SettingGroup } from "../public/setting-field";
import { TestMail } from "./test-mail";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.mail"))("title") };
}

const groupsIn = (t: Texts<"settings.mail">): SettingGroup<ServerSetting>[] => [
  {
    title: t("group"),
    fields: [
      {
        name: "SMTP_URL",
        label: t("server"),
        placeholder: "smtp://me@example.com:587",
        hint: t("serverHint"),
      },
      { name: "SMTP_PASSWORD", label: t("password"), kind: "secret", hint: t("passwordHint") },
      {
        name: "MAIL_FROM",
        label: t("from"),
        placeholder: "Acme <hello@example.com>",
      },
    ],
  },
];

export default async function MailPage() {
  const { email } = await requireOwner("/dashboard/settings/mail");
  const t = await getTexts("settings.mail");
  return (
    <TextsProvider of={["settings.form", "settings.mail"]}>
      <PartHead title={t("title")} note={t("note")}>
        {mailSettings(settingsInEffect()) && <TestMail email={email} />}
      </PartHead>
      <ServerSettings groups={groupsIn(t)} check={checkMail} />
    </TextsProvider>
  );
}
