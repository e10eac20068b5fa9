import type { Metadata } from "next";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Clock, Lock } from "@/components/ui/icons";
import { Tag } from "@/components/ui/tag";
import { env } from "@/lib/config/env";
import { settingsInEffect } from "@/lib/config/site-settings";
import { access, hasRole } from "@/lib/core/access";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import { builtInToken } from "@/lib/owners/api-access";
import { type ApiTokenSummary, listApiTokens } from "@/lib/owners/api-tokens";
import { listSettings, type ShownSetting } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";
import { SettingsForm } from "../public/settings-form";
import { NewToken } from "./new-token";
import { RevokeToken } from "./revoke-token";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.tokens"))("tab") };
}

/** Expiries closer than this are shown as a countdown. */
const soonMs = 30 * 24 * 3_600_000;

export default async function TokensPage() {
  const self = await requireOwner("/dashboard/settings/tokens");
  const t = await getTexts("settings.tokens");
  const roles = await getTexts("settings.roles");
  const [tokens, { timeZone, locale }, { YOURLS_API }] = [
    await listApiTokens(self),
    await getViewer(),
    await listSettings(settingsInEffect()),
  ];
  const { DASHBOARD_ORIGIN, MCP } = env();
  const now = new Date();
  const server = builtInToken();
  const createdNote = ({ createdAt, madeBy }: ApiTokenSummary) => {
    const ago = formatAgo(createdAt, now, undefined, locale);
    if (madeBy === self.email) return t("createdByYou", { ago });
    return madeBy ? t("createdBy", { ago, name: madeBy }) : t("createdByRemoved", { ago });
  };
  return (
    <TextsProvider of={["settings.tokens", "settings.form"]}>
      <NewToken
        own={self.role}
        baseUrl={DASHBOARD_ORIGIN}
        hasAssistants={MCP === "on"}
        ids={tokens.map(({ id }) => id)}
      />
      {tokens.length === 0 && self.role !== "owner" ? (
        <EmptyPage title={t("empty")} />
      ) : (
        <EntryTable
          label={t("title")}
          heads={[t("name"), t("token"), t("role"), t("lastUsed"), t("expires")]}
        >
          {tokens.map((token) => (
            <tr key={token.id}>
              <EntryCell lead note={createdNote(token)}>
                {token.name}
              </EntryCell>
              <EntryCell>
                <Shown {...token} tooShort={t("tooShort")} />
              </EntryCell>
              <EntryCell label={t("role")}>{roles(token.role)}</EntryCell>
              <EntryCell label={t("lastUsed")}>
                {token.lastUsedAt
                  ? formatAgo(token.lastUsedAt, now, undefined, locale)
                  : t("neverUsed")}
              </EntryCell>
              <EntryCell label={t("expires")}>
                <Expiry token={token} now={now} timeZone={timeZone} locale={locale} t={t} />
              </EntryCell>
              <EntryCell action>
                <RevokeToken id={token.id} name={token.name} />
              </EntryCell>
            </tr>
          ))}
          {self.role === "owner" && (
            <tr>
              <EntryCell lead note={t(server.isGiven ? "fromEnvironment" : "createdAtStart")}>
                {t("serverToken")}
              </EntryCell>
              <EntryCell>
                <Shown {...server} tooShort={t("tooShort")} />
              </EntryCell>
              <EntryCell label={t("role")}>{roles("owner")}</EntryCell>
              <EntryCell label={t("lastUsed")}>{t("notTracked")}</EntryCell>
              <EntryCell label={t("expires")}>{t("never")}</EntryCell>
              <EntryCell action>
                <Tag>
                  <Lock aria-hidden />
                  {t(server.isGiven ? "setByApiToken" : "inFile")}
                </Tag>
              </EntryCell>
            </tr>
          )}
        </EntryTable>
      )}
      {hasRole(self.role, access.actions.submitSettings) && (
        <SettingsForm
          groups={[{ title: t("yourlsTitle"), fields: [yourlsField(YOURLS_API, t)] }]}
        />
      )}
    </TextsProvider>
  );
}

/** Only the environment can allow GET, which puts tokens into the logs of proxies. */
function yourlsField({ value, isGiven }: ShownSetting, t: Texts<"settings.tokens">) {
  return {
    name: "YOURLS_API",
    label: t("yourls"),
    hint: t("yourlsHint"),
    kind: "switch" as const,
    on: "on",
    value: value === "" || value === "off" ? "" : "on",
    isGiven,
  };
}

function Shown({
  prefix,
  lastFour,
  tooShort,
}: {
  prefix: string;
  lastFour: string;
  tooShort: string;
}) {
  if (prefix === "") return <span className="text-tertiary">{tooShort}</span>;
  return (
    <span className="mono">
      {prefix}
      <span className="text-tertiary">…</span>
      {lastFour}
    </span>
  );
}

function Expiry({
  token: { expiresAt },
  now,
  timeZone,
  locale,
  t,
}: {
  token: ApiTokenSummary;
  now: Date;
  timeZone: string;
  locale: string;
  t: Texts<"settings.tokens">;
}) {
  if (expiresAt === null) return t("never");
  const at = new Date(expiresAt);
  if (at <= now) return <Tag tone="danger">{t("expired")}</Tag>;
  if (at.getTime() - now.getTime() > soonMs)
    return formatDay(at, { year: "always", timeZone, locale });
  return (
    <span className="inline-flex items-center gap-1.5">
      <Clock aria-hidden className="size-3.5 text-tertiary" />
      {formatUntil(at, now, locale)}
    </span>
  );
}
