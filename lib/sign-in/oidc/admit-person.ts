import { v4 as uuid } from "uuid";
import { type Actor, aboutPerson, personOf, recordEvent } from "../../audit/record-event";
import { hasRole, type Role } from "../../core/access";
import { withEmail } from "../../core/email";
import { inTransaction, type Writer } from "../../database/in-transaction";
import { forgetKnownApiTokens } from "../../owners/api-access";
import { setRole } from "../../owners/change-role";
import { clearFactors, hasFactor } from "../../owners/factors";
import { oidcPrefix } from "../../owners/owners";
import { hasOtherOwner, lockOwners } from "../../owners/owners-lock";
import { forgetRecentSessions } from "../../owners/recent-sessions";
import { lockPerson, roleName, waitForWrites } from "../../owners/rights";
import { lockSignIn } from "../../owners/sign-in-lock";
import { say } from "../../texts/say";
import { inTurn, sentence } from "../../texts/sentence";
import { takeInvite } from "../invites";
import { type Identity, isListed, roleByGroup } from "./identity";
import { OidcRefusal } from "./refusal";
import { hasRoleGroups, type OidcSettings } from "./settings";

interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

const personFields = { id: true, name: true, email: true, role: true } as const;

/** Somebody who arrives from the provider. */
interface Arrival {
  identity: Identity;
  settings: OidcSettings;
  /** The secret of an invitation. */
  invite: string | undefined;
  headers: Pick<Headers, "get">;
  now: Date;
}

/**
 * The person with this identity, who gets the role of their groups. Issuer and subject decide; the
 * email only until somebody is linked. Throws `OidcRefusal`.
 */
export async function admitPerson(arrival: Arrival): Promise<string> {
  const { identity, settings } = arrival;
  const isAllowed = settings.allowed.length === 0 || isListed(identity, settings);
  const role = isAllowed ? roleByGroup(identity, settings) : "none";
  const id = await inTransaction(async (writer) => {
    await lockOwners(writer);
    const linked = await findLinked(writer, identity);
    if (role === "none") {
      // What was given to the group ends, although nobody signs in.
      if (linked && hasRoleGroups(settings)) await giveRole(writer, linked, "reader", arrival);
      return null;
    }
    const person =
      linked ??
      (await linkByEmail(writer, arrival)) ??
      (await createPerson(writer, arrival, role ?? undefined));
    if (role) await giveRole(writer, person, role, arrival);
    const { fingerprint: provedSettings } = settings;
    if (provedSettings)
      await writer.ownerAccount.updateMany({
        where: { ownerId: person.id, providerId: oidcPrefix + identity.issuer },
        data: { provedSettings },
      });
    return person.id;
  });
  forgetRecentSessions();
  forgetKnownApiTokens();
  if (id !== null) return id;
  if (!isAllowed) throw new OidcRefusal("not_allowed", "nothing in OIDC_ALLOWED matches");
  throw new OidcRefusal(
    "no_group",
    identity.groupsProblem ?? `${identity.groups.length} groups in the claim`,
  );
}

/** Whom this provider knows by this subject. */
export async function findLinked(
  writer: Writer,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<Person | null> {
  const account = await writer.ownerAccount.findUnique({
    where: { providerId_accountId: { providerId: oidcPrefix + issuer, accountId: subject } },
    select: { owner: { select: personFields } },
  });
  return account && toPerson(account.owner);
}

function toPerson(row: Omit<Person, "role"> & { role: string }): Person {
  return { ...row, role: row.role as Role };
}

/**
 * Whoever is linked already has another identity, at this provider or at an earlier one. Nobody
 * checked so far that the email of this account was theirs, so what somebody made in it ends. The
 * last owner keeps the password: without it, nobody could get in if the provider is down.
 */
async function linkByEmail(
  writer: Writer,
  { identity, settings, headers, now }: Arrival,
): Promise<Person | null> {
  const found = await writer.owner.findFirst({
    where: withEmail(identity.email),
    select: {
      ...personFields,
      accounts: { where: { providerId: { startsWith: oidcPrefix } }, select: { id: true } },
    },
  });
  if (!found) return null;
  const { accounts, ...row } = found;
  if (accounts.length > 0) throw new OidcRefusal("linked", "another subject or issuer");
  await writer.ownerAccount.create({ data: { ownerId: row.id, ...accountOf(identity, now) } });
  const person = toPerson(row);
  const by = personOf(row, headers);
  await recordEvent(
    writer,
    { event: "sign-on-connected", by, detail: sentence("ofProvider", { name: settings.name }) },
    now,
  );
  await endMade(writer, person, by, now);
  if (person.role !== "owner" || (await hasOtherOwner(writer, person.id)))
    await endOtherWaysIn(writer, person, by, now);
  return person;
}

async function createPerson(
  writer: Writer,
  { identity, settings, invite, headers, now }: Arrival,
  byGroup: Role | undefined,
): Promise<Person> {
  const { email } = identity;
  const invited = await takeInvite(writer, { secret: invite, email }, now);
  if (invite && !invited) throw new OidcRefusal("invitation");
  if (!invited && settings.allowed.length === 0)
    throw new OidcRefusal("not_allowed", "neither here nor invited");
  const name = identity.name || (email.split("@", 1)[0] ?? email);
  const person: Person = { id: uuid(), name, email, role: byGroup ?? invited ?? "reader" };
  // The set-up is closed for good once anybody is there.
  if (person.role !== "owner" && !(await hasOtherOwner(writer, person.id)))
    throw new OidcRefusal("no_owner");
  const accounts = { create: accountOf(identity, now) };
  await writer.owner.create({ data: { ...person, createdAt: now, updatedAt: now, accounts } });
  const parts = [
    roleName(person.role),
    ...(invited ? [sentence("invited")] : []),
    sentence("withProvider", { name: settings.name }),
  ];
  const detail = inTurn(parts, "thenDetail");
  const note = { by: personOf(person, headers), about: aboutPerson(person), detail };
  await recordEvent(writer, { event: "person-added", ...note }, now);
  return person;
}

function accountOf({ issuer, subject }: Identity, now: Date) {
  const stamps = { createdAt: now, updatedAt: now };
  return { id: uuid(), providerId: oidcPrefix + issuer, accountId: subject, ...stamps };
}

/**
 * The last owner stays one. Whoever chose the password of a person with less access gets no more.
 */
async function giveRole(
  writer: Writer,
  person: Person,
  role: Role,
  { settings, now }: Arrival,
): Promise<void> {
  if (role === person.role) return;
  if (person.role === "owner" && !(await hasOtherOwner(writer, person.id))) return;
  const by: Actor = {
    id: "single-sign-on",
    name: say("en", sentence("groupsAt", { name: settings.name })),
    browser: null,
  };
  if (hasRole(role, person.role)) await endOtherWaysIn(writer, person, by, now);
  await setRole(writer, person, role, by, now);
}

/** Ends the password, links for a new one, second factors and sessions. */
async function endOtherWaysIn(writer: Writer, person: Person, by: Actor, now: Date): Promise<void> {
  await waitForWrites(writer, person.id);
  await lockSignIn(writer, person.id);
  const where = { ownerId: person.id };
  const ended = [
    await writer.ownerAccount.deleteMany({ where: { ...where, providerId: "credential" } }),
    await writer.passwordReset.deleteMany({ where }),
    await writer.ownerSession.deleteMany({ where }),
  ];
  const hadFactor = await hasFactor(writer, person.id);
  await clearFactors(writer, person.id);
  if (!hadFactor && ended.every(({ count }) => count === 0)) return;
  const detail = sentence("accessEnded");
  const note = { by, about: aboutPerson(person), detail };
  await recordEvent(writer, { event: "access-ended", ...note }, now);
}

/**
 * Ends what lets somebody in or sends something out and was made in this account: API tokens, share
 * pages, receivers, views, invitations, links for passwords of others, sessions and known devices.
 */
async function endMade(writer: Writer, { id, ...person }: Person, by: Actor, now: Date) {
  const where = { ownerId: id };
  const off = { enabled: false, offReason: "person" };
  await lockPerson(writer, id);
  // What a token has begun to write waits for its person, but would not see that it was revoked.
  await writer.$queryRaw`SELECT "id" FROM "ApiToken" WHERE "ownerId" = ${id} FOR UPDATE`;
  await writer.owner.update({ where: { id }, data: { deviceEpoch: { increment: 1 } } });
  const ended = [
    await writer.apiToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: now, revokedBy: null },
    }),
    await writer.receiver.updateMany({ where: { ...where, enabled: true }, data: off }),
    await writer.share.deleteMany({ where }),
    await writer.savedView.deleteMany({ where }),
    await writer.ownerInvite.deleteMany({ where: { invitedById: id } }),
    await writer.passwordReset.deleteMany({ where: { madeById: id } }),
    await writer.ownerSession.deleteMany({ where }),
  ];
  if (ended.every(({ count }) => count === 0)) return;
  const detail = sentence("madeEnded");
  const note = { by, about: aboutPerson({ id, ...person }), detail };
  await recordEvent(writer, { event: "access-ended", ...note }, now);
}

/** Lets a person be found by email again, at this provider or another one. */
export async function disconnectPerson(by: Actor, ownerId: string, now: Date): Promise<void> {
  await inTransaction(async (writer) => {
    const person = await writer.owner.findUnique({ where: { id: ownerId }, select: personFields });
    const where = { ownerId, providerId: { startsWith: oidcPrefix } };
    const { count } = await writer.ownerAccount.deleteMany({ where });
    if (!person || count === 0) return;
    const note = { by, about: aboutPerson(person) };
    await recordEvent(writer, { event: "sign-on-disconnected", ...note }, now);
  });
}
