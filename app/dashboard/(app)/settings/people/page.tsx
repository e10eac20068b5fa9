import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Tag } from "@/components/ui/tag";
import { settingsInEffect } from "@/lib/config/site-settings";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import { mailSettings } from "@/lib/messages/mail-settings";
import { listOwners } from "@/lib/owners/owners";
import { requireOwner } from "@/lib/owners/require-owner";
import { seenExactMs } from "@/lib/owners/sessions";
import { inviteDays, listInvites } from "@/lib/sign-in/invites";
import { hasRoleGroups, isPasswordSignIn, oidcSettings } from "@/lib/sign-in/oidc/settings";
import { resetMinutes } from "@/lib/sign-in/password-resets";
import type { Texts } from "@/lib/texts/translator";
import { ChangeRole } from "./change-role";
import { Disconnect } from "./disconnect";
import { OwnerLinks, ResetPassword } from "./owner-links";
import { RemoveOwner } from "./remove-owner";
import { WithdrawInvite } from "./withdraw-invite";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.people"))("title") };
}

export default async function PeoplePage() {
  const self = await requireOwner("/dashboard/settings/people");
  const t = await getTexts("settings");
  const now = new Date();
  const [people, invites, { timeZone, locale }] = [
    await listOwners(now),
    await listInvites(now),
    await getViewer(),
  ];
  const provider = oidcSettings(settingsInEffect());
  const owners = people.filter(({ role }) => role === "owner").length;
  return (
    <TextsProvider of={["settings.people", "settings.roles", "settings.roleMay"]}>
      <OwnerLinks
        days={inviteDays}
        minutes={resetMinutes}
        pending={invites.map(({ id }) => id)}
        sendsMail={mailSettings(settingsInEffect()) !== null}
        hasPasswords={isPasswordSignIn(settingsInEffect())}
      >
        <EntryTable
          label={t("people.title")}
          heads={[
            t("people.name"),
            t("people.role"),
            t("people.signsInWith"),
            t("people.lastSeen"),
          ]}
        >
          {people.map(({ id, name, email, role, createdAt, lastSeenAt, ends, ...ways }) => (
            <tr key={id}>
              <EntryCell
                lead
                note={ways.hasSecondFactor ? t("people.secondFactor", { email }) : email}
              >
                {name}
              </EntryCell>
              <EntryCell>
                <ChangeRole {...{ id, email, role }} isLast={role === "owner" && owners === 1} />
              </EntryCell>
              <EntryCell label={t("people.signsInWith")}>
                {t.list(waysIn(ways, provider?.name, t)) || t("people.nothingYet")}
                {ways.isLinked && <Disconnect id={id} email={email} />}
              </EntryCell>
              <EntryCell
                label={t("people.lastSeen")}
                note={t("people.since", {
                  date: formatDay(new Date(createdAt), { year: "always", timeZone, locale }),
                })}
              >
                {lastSeenAt ? formatAgo(lastSeenAt, now, seenExactMs, locale) : t("people.notYet")}
              </EntryCell>
              <EntryCell action>
                {id === self.id ? (
                  <Tag>{t("people.you")}</Tag>
                ) : (
                  <span className="inline-flex justify-end gap-2 @max-md:flex-col @max-md:items-stretch">
                    <ResetPassword id={id} email={email} />
                    <RemoveOwner id={id} email={email} ends={ends} />
                  </span>
                )}
              </EntryCell>
            </tr>
          ))}
        </EntryTable>
        {provider && hasRoleGroups(provider) && (
          <p className="text-secondary text-small">
            {t("people.groupsDecide", { provider: provider.name })}
          </p>
        )}
        {invites.length > 0 && (
          <>
            <h3 className="mt-4 font-medium">{t("people.pending")}</h3>
            <EntryTable
              label={t("people.invitations")}
              heads={[
                t("people.invitedBy"),
                t("people.forWhom"),
                t("people.role"),
                t("people.expires"),
              ]}
            >
              {invites.map(({ id, invitedBy, email, role, expiresAt }) => (
                <tr key={id}>
                  <EntryCell lead>{invitedBy ?? t("people.commandLine")}</EntryCell>
                  <EntryCell label={t("people.forWhom")}>{email ?? t("people.anyone")}</EntryCell>
                  <EntryCell label={t("people.role")}>{t(`roles.${role}`)}</EntryCell>
                  <EntryCell label={t("people.expires")}>
                    {formatUntil(new Date(expiresAt), now, locale)}
                  </EntryCell>
                  <EntryCell action>
                    <WithdrawInvite id={id} />
                  </EntryCell>
                </tr>
              ))}
            </EntryTable>
          </>
        )}
      </OwnerLinks>
    </TextsProvider>
  );
}

/** `name`: of the provider; undefined if single sign-on is off now. */
function waysIn(
  { hasPassword, isLinked }: { hasPassword: boolean; isLinked: boolean },
  name: string | undefined,
  t: Texts<"settings">,
): string[] {
  const linked = name ? name.charAt(0).toUpperCase() + name.slice(1) : t("people.singleSignOnOff");
  return [
    ...(isLinked ? [linked] : []),
    ...(hasPassword && isPasswordSignIn(settingsInEffect()) ? [t("people.password")] : []),
  ];
}
