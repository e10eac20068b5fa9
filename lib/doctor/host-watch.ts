import { isIP } from "node:net";
import type { Env } from "../config/env";
import { running } from "../config/running";
import { withoutPort } from "../core/domain-origin";
import { withoutBrackets } from "../core/hosts";
import { registeredDomain } from "../core/registrable-domain";
import { maintenanceDatabase } from "../database/client";
import { queueMessages } from "../database/queue-messages";
import { askHost, ownHosts } from "../previews/domain-health";
import { sentence } from "../texts/sentence";
import type { Check } from "./check";
import { daysUntil } from "./check-domains";
import { readRegistration } from "./registration";

type Kind = "certificate" | "registration";

/** When something ends, and at how many days before owners hear of it, the fewest first. */
interface End {
  at: Date;
  tellDays: readonly number[];
}

const [badDays, noteDays] = [30, 60];
const registrationDays = [7, badDays, noteDays];

/**
 * Looks up once a day, on one instance, when the certificates of the own hosts end, and with
 * HOST_WATCH their registrations. Who subscribes hears of each end once for each number of days.
 */
export async function watchHosts(now: Date, signal: AbortSignal, ask = askHost): Promise<void> {
  const { config } = running();
  for (const own of ownHosts(config))
    await lookUp(own.domain, "certificate", now, async () => {
      const { problem, expiresAt: at, leastDays } = await ask(own, config);
      if (problem) throw new Error(problem.id);
      return at && { at, tellDays: [leastDays] };
    });
  for (const domain of await registeredDomains(config))
    await lookUp(domain, "registration", now, async () => {
      const at = await readRegistration(domain, config.HOST_WATCH, signal);
      return at && { at, tellDays: registrationDays };
    });
}

/** None while HOST_WATCH is off. */
async function registeredDomains(config: Env): Promise<string[]> {
  if (config.HOST_WATCH === "off") return [];
  const hosts = ownHosts(config).map(({ domain }) => withoutPort(domain));
  const named = hosts.filter((host) => isIP(withoutBrackets(host)) === 0);
  const domains = await Promise.all(named.map(registeredDomain));
  return [...new Set(domains)].filter((domain) => domain.includes("."));
}

/**
 * The row is the claim. What was known stays if nothing is learned, and is looked up again in 4 hours
 * if the look-up or the message about it failed.
 */
async function lookUp(
  host: string,
  kind: Kind,
  now: Date,
  read: () => Promise<End | null>,
): Promise<void> {
  const db = maintenanceDatabase();
  const claimed = await db.$executeRaw`
    INSERT INTO "HostExpiry" AS h ("host", "kind", "checkedAt") VALUES (${host}, ${kind}, now())
    ON CONFLICT ("host", "kind") DO UPDATE SET "checkedAt" = excluded."checkedAt" WHERE h."checkedAt" <= now() - interval '1 day'`;
  if (claimed === 0) return;
  try {
    const end = await read();
    if (end) await store(host, kind, end, now);
  } catch {
    await db.$executeRaw`
      UPDATE "HostExpiry" SET "checkedAt" = now() - interval '20 hours' WHERE "host" = ${host} AND "kind" = ${kind}`;
  }
}

/** Stores what was looked up, and queues the message that is due: there is neither without the other. */
async function store(host: string, kind: Kind, { at, tellDays }: End, now: Date): Promise<void> {
  const expiresAt = at.toISOString();
  const days = daysUntil(at, now);
  const due = tellDays.find((each) => days < each);
  await maintenanceDatabase().$transaction(async (writer) => {
    await writer.$executeRaw`
      UPDATE "HostExpiry" SET "expiresAt" = ${expiresAt}::timestamptz,
        "toldDays" = CASE WHEN "expiresAt" = ${expiresAt}::timestamptz THEN "toldDays" END
      WHERE "host" = ${host} AND "kind" = ${kind}`;
    if (due === undefined) return;
    const told = await writer.hostExpiry.updateMany({
      where: { host, kind, OR: [{ toldDays: null }, { toldDays: { gt: due } }] },
      data: { toldDays: due },
    });
    if (told.count === 0) return;
    const data = { host, kind, expiresAt, days };
    await queueMessages("host.expiring", [{ data }], { once: false, writer });
  });
}

/** When the registrations of the own hosts end. Nothing while HOST_WATCH is off. */
export async function checkRegistrations(now: Date): Promise<Check[]> {
  const domains = await registeredDomains(running().config);
  if (domains.length === 0) return [];
  const rows = await maintenanceDatabase().hostExpiry.findMany({
    where: { kind: "registration", host: { in: domains } },
  });
  return describeRegistrations(
    domains.map((host) => ({
      host,
      expiresAt: rows.find((row) => row.host === host)?.expiresAt ?? null,
    })),
    now,
  );
}

/** One check for each that ends soon, one for all others, and one for those that are not known. */
export function describeRegistrations(
  found: readonly { host: string; expiresAt: Date | null }[],
  now: Date,
): Check[] {
  const name = sentence("checkRegistrationName");
  const daysOf = ({ expiresAt }: { expiresAt: Date | null }) =>
    expiresAt === null ? null : daysUntil(expiresAt, now);
  const ending = found.flatMap((each): Check[] => {
    const days = daysOf(each);
    if (days === null || days >= noteDays) return [];
    return [
      {
        name,
        state: days < badDays ? "bad" : "note",
        finding: sentence("checkRegistrationEnds", {
          host: each.host,
          when: { fromNow: days, unit: "day" },
        }),
        advice: sentence("checkRegistrationRenew"),
      },
    ];
  });
  const hostsWhere = (is: (days: number | null) => boolean) =>
    found.filter((each) => is(daysOf(each))).map(({ host }) => host);
  const good = hostsWhere((days) => days !== null && days >= noteDays);
  const unknown = hostsWhere((days) => days === null);
  return [
    ...ending,
    ...(good.length > 0
      ? [
          {
            name,
            state: "good" as const,
            finding: sentence("checkRegistrationGood", { hosts: good }),
          },
        ]
      : []),
    ...(unknown.length > 0
      ? [
          {
            name,
            state: "note" as const,
            finding: sentence("checkRegistrationUnknown", { hosts: unknown }),
          },
        ]
      : []),
  ];
}
