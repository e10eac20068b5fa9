import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServerSetting } from "@/lib/config/server-settings";
import { settingsInEffect } from "@/lib/config/site-settings";
import { checkMail } from "@/lib/doctor/check-mail";
import { partData } from "@/lib/http/part-data";
import { mailSettings } from "@/lib/messages/mail-settings";
import { listServerSettings } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";
import { CheckList } from "../doctor/check-list";
import { type SettingGroup, withValues } from "../public/setting-field";
import { SettingsForm } from "../public/settings-form";
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
        placeholder: "smtp://hello@mail.example.com:587",
        hint: t("serverHint"),
      },
      { name: "SMTP_PASSWORD", label: t("password"), kind: "secret", hint: t("passwordHint") },
      {
        name: "MAIL_FROM",
        label: t("from"),
        placeholder: "Acme <hello@example.com>",
        hint: t("fromHint"),
      },
    ],
  },
];

export default async function MailPage() {
  const { email } = await requireOwner("/dashboard/settings/mail");
  const t = await getTexts("settings.mail");
  const form = await getTexts("settings.form");
  const settings = settingsInEffect();
  return (
    <TextsProvider of={["settings.form", "settings.mail"]}>
      <PartHead title={t("title")} note={t("note")}>
        {mailSettings(settings) && <TestMail email={email} />}
      </PartHead>
      <Part
        title={form("settings")}
        skeleton={<Skeleton className="h-96" />}
        data={partData(Promise.all([listServerSettings(settings), checkMail()]))}
      >
        {([shown, checks]) => (
          <>
            {checks.length > 0 && <CheckList checks={checks} />}
            <SettingsForm groups={withValues(groupsIn(t), shown)} />
          </>
        )}
      </Part>
    </TextsProvider>
  );
}
