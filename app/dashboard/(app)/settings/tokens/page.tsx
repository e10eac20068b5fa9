import type { Metadata } from "next";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { Clock, Lock } from "@/components/ui/icons";
import { Tag } from "@/components/ui/tag";
import { env } from "@/lib/config/env";
import { access, hasRole } from "@/lib/core/access";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import { builtInToken } from "@/lib/owners/api-access";
import { type ApiTokenSummary, listApiTokens } from "@/lib/owners/api-tokens";
import { listSettings, type ShownSetting } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import { roleNames } from "../people/role-names";
import { SettingsForm } from "../public/settings-form";
import { NewToken } from "./new-token";
import { RevokeToken } from "./revoke-token";

export const metadata: Metadata = { title: "API" };

/** Expiries closer than this are shown as a countdown. */
const soonMs = 30 * 24 * 3_600_000;

export default async function TokensPage() {
  const self = await requireOwner("/dashboard/settings/tokens");
  const [tokens, { timeZone }, { YOURLS_API }] = [
    await listApiTokens(self),
    await getViewer(),
    await listSettings(),
  ];
  const now = new Date();
  const server = builtInToken();
  return (
    <>
      <NewToken own={self.role} baseUrl={env().DASHBOARD_ORIGIN} ids={tokens.map(({ id }) => id)} />
      {tokens.length === 0 && self.role !== "owner" ? (
        <EmptyPage title="No tokens yet">Create one for each script that uses the API.</EmptyPage>
      ) : (
        <EntryTable label="API tokens" heads={["Name", "Token", "Role", "Last used", "Expires"]}>
          {tokens.map((token) => (
            <tr key={token.id}>
              <EntryCell
                lead
                note={`created ${formatAgo(token.createdAt, now)}${token.madeBy === self.email ? "" : ` by ${token.madeBy ?? "a removed owner"}`}`}
              >
                {token.name}
              </EntryCell>
              <EntryCell>
                <Shown {...token} />
              </EntryCell>
              <EntryCell label="Role">{roleNames[token.role].name}</EntryCell>
              <EntryCell label="Last used">
                {token.lastUsedAt ? formatAgo(token.lastUsedAt, now) : "Never used"}
              </EntryCell>
              <EntryCell label="Expires">
                <Expiry token={token} now={now} timeZone={timeZone} />
              </EntryCell>
              <EntryCell action>
                <RevokeToken id={token.id} name={token.name} />
              </EntryCell>
            </tr>
          ))}
          {self.role === "owner" && (
            <tr>
              <EntryCell
                lead
                note={server.isGiven ? "from the environment" : "created at first start"}
              >
                Server token
              </EntryCell>
              <EntryCell>
                <Shown {...server} />
              </EntryCell>
              <EntryCell label="Role">Owner</EntryCell>
              <EntryCell label="Last used">Not tracked</EntryCell>
              <EntryCell label="Expires">Never</EntryCell>
              <EntryCell action>
                <Tag>
                  <Lock aria-hidden />
                  {server.isGiven ? "Set by API_TOKEN" : "Stored in a file"}
                </Tag>
              </EntryCell>
            </tr>
          )}
        </EntryTable>
      )}
      {hasRole(self.role, access.actions.submitSettings) && (
        <SettingsForm
          groups={[{ title: "Tools made for YOURLS", fields: [yourlsField(YOURLS_API)] }]}
        />
      )}
    </>
  );
}

/** Only the environment can allow GET, which puts tokens into the logs of proxies. */
function yourlsField({ value, isGiven }: ShownSetting) {
  return {
    name: "YOURLS_API",
    label: "Answer at /yourls-api.php",
    hint: "For ShareX, PrivateBin and other tools that know YOURLS, with an API token as their signature.",
    kind: "switch" as const,
    on: "on",
    value: value === "" || value === "off" ? "" : "on",
    isGiven,
  };
}

function Shown({ prefix, lastFour }: { prefix: string; lastFour: string }) {
  if (prefix === "") return <span className="text-tertiary">Too short to show</span>;
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
}: {
  token: ApiTokenSummary;
  now: Date;
  timeZone: string;
}) {
  if (expiresAt === null) return "Never";
  const at = new Date(expiresAt);
  if (at <= now) return <Tag tone="danger">Expired</Tag>;
  if (at.getTime() - now.getTime() > soonMs) return formatDay(at, { year: "always", timeZone });
  return (
    <span className="inline-flex items-center gap-1.5">
      <Clock aria-hidden className="size-3.5 text-tertiary" />
      {formatUntil(at, now)}
    </span>
  );
}
