import { leftOut } from "../config/left-out";
import { log } from "../config/log";
import { type AuditEvent, auditEvents } from "../core/audit";
import { browserName } from "../core/client-software";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { say } from "../texts/say";
import { asText, type Sentence, sentence } from "../texts/sentence";

/** Who did something, as the log keeps it: the name stays when the person or token is gone. */
export interface Actor {
  /** `owner:` or `token:` with an id, or one of those below. Null for a stranger. */
  id: string | null;
  name: string | null;
  /** Such as Firefox on Windows. */
  browser: string | null;
}

export interface Person extends Actor {
  ownerId: string;
}

/** Whom or what an event is about. */
export type Subject = Pick<Actor, "id" | "name">;

type RequestHeaders = Pick<Headers, "get">;

interface Owner {
  id: string;
  name: string;
  email: string;
}

/** `headers`: of the request. */
export function personOf(owner: Owner, headers: RequestHeaders): Person {
  return at({ ...aboutPerson(owner), ownerId: owner.id }, headers);
}

export function aboutPerson({ id, name, email }: Owner): Subject {
  return { id: `owner:${id}`, name: `${name} (${email})` };
}

/** A script with the API token of this id; null for the server's own. */
export function tokenWith(
  { tokenId, name }: { tokenId: string | null; name: string },
  headers: RequestHeaders,
): Actor {
  return at({ id: tokenId === null ? "API_TOKEN" : `token:${tokenId}`, name }, headers);
}

/** Somebody who has not proved to be anybody. */
export function strangerWith(headers: RequestHeaders): Actor {
  return at({ id: null, name: null }, headers);
}

/** Few requests record something, so the browser is named when they do. */
function at<S extends Subject>(who: S, headers: RequestHeaders): S & Pick<Actor, "browser"> {
  return {
    ...who,
    get browser() {
      return browserName(headers.get("user-agent"));
    },
  };
}

/** Whoever may run commands on the server. */
export const commandLine: Actor = {
  id: "command-line",
  name: say("en", sentence("commandLine")),
  browser: null,
};

/** The settings that the server starts with. */
export const environment: Actor = {
  id: "environment",
  name: say("en", sentence("checkEnvironment")),
  browser: null,
};

/** What people read of a name in the log: that of a person or a token is theirs. */
export function actorName({ id, name }: Subject): Sentence {
  if (id === commandLine.id) return sentence("commandLine");
  return id === environment.id
    ? sentence("checkEnvironment")
    : sentence("asIs", { text: name ?? "" });
}

interface Note {
  event: AuditEvent;
  by: Actor;
  about?: Subject | null;
  /** More about it, in a few words. Nothing secret, no address, and nothing that a stranger typed. */
  detail?: Sentence | undefined;
}

/** How long events are kept. */
export const auditDays = 400;
const hourMs = 3_600_000;

/**
 * A UUIDv7 by the clock of the database, which orders the events of all instances: milliseconds and,
 * as RFC 9562 allows, their fraction in the 12 bits after them.
 */
const nextId = Prisma.sql`(
  SELECT (lpad(to_hex(floor("ms")::bigint), 12, '0') || '7' || lpad(to_hex(floor("ms" % 1 * 4096)::int), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
  FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS "ms") AS clock
)`;

/**
 * Records an event in the transaction of the change itself, so that there is neither without the
 * other.
 */
export async function recordEvent(
  writer: Writer,
  { event, by, about, detail }: Note,
  now: Date,
): Promise<void> {
  const aboutId = about?.id ?? null;
  const text = detail === undefined ? null : asText(detail);
  const hour = Math.floor(now.getTime() / hourMs);
  const repeatKey =
    "repeats" in auditEvents[event] ? JSON.stringify([event, by.id, aboutId, text, hour]) : null;
  await writer.$executeRaw`
    INSERT INTO "AuditEvent" AS e ("id", "at", "event", "byId", "by", "aboutId", "about", "detail", "browser", "repeatKey")
    VALUES (${nextId}, least(${now}::timestamptz, clock_timestamp()), ${event}, ${by.id}, ${by.name}, ${aboutId}, ${about?.name ?? null}, ${text}, ${by.browser}, ${repeatKey})
    ON CONFLICT ("repeatKey") DO UPDATE SET "count" = e."count" + 1, "lastAt" = excluded."at",
      "browser" = CASE WHEN e."browser" = excluded."browser" THEN e."browser" END`;
}

/**
 * Records what was done already, or what must not depend on the log: exports are wanted most while a
 * database refuses to write. A failure is logged.
 */
export async function recordAfter(note: Note, now: Date): Promise<void> {
  await recordIfPossible(() => recordEvent(database(), note, now));
}

/** The same for work that records something. */
export async function recordIfPossible(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error(
      { reason: (error as Error).message },
      "could not note an event in the activity log",
    );
    leftOut().note("activity");
  }
}
