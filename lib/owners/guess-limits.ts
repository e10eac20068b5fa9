import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterPrisma, RateLimiterRes } from "rate-limiter-flexible";
import { ProcessWide } from "../config/process-wide";
import { networkOf } from "../core/network";
import { database, maintenanceDatabase } from "../database/client";
import { saltOf } from "../salts/daily-salt";
import { TooManyRequests } from "./too-many-requests";

/** Wrong guesses within `windowS` seconds, after which no more are looked at until the window is over. */
const rules = {
  /** Passwords and set-up tokens from one address. */
  address: { points: 10, windowS: 15 * 60 },
  /** Passwords of one account by strangers, from anywhere: never refused, so that nobody locks an owner out, but delayed. */
  account: { points: Number.MAX_SAFE_INTEGER, windowS: 15 * 60 },
  /** Passwords of one account from a browser that signed in to it before. */
  device: { points: 5, windowS: 15 * 60 },
  /** The current password, in a session that wants to change it. */
  session: { points: 10, windowS: 15 * 60 },
  /** Invitations from one address. Valid ones never count against the limit. */
  invite: { points: 20, windowS: 15 * 60 },
  /** API tokens from one address. Valid tokens never count against the limit. */
  token: { points: 300, windowS: 10 * 60 },
} as const;

/** Kinds whose subject is the address of a client. */
const byAddress: ReadonlySet<Kind> = new Set(["address", "invite", "token"]);

/** Requests past a limit that still reach the database: guesses that were in flight and right are given back until then. */
const inFlightSlack = 20;

const saltLimitMs = 2_000;

type Kind = keyof typeof rules;

const limiters = new ProcessWide("guess-limiters", () => new Map<Kind, RateLimiterPrisma>());

/** Counted in Postgres, so that all instances agree; in memory while that is away. */
function limiter(kind: Kind): RateLimiterPrisma {
  const made = limiters.get();
  const { points, windowS: duration } = rules[kind];
  const existing = made.get(kind);
  if (existing) return existing;
  const options = { keyPrefix: kind, points, duration };
  const fresh = new RateLimiterPrisma({
    ...options,
    storeClient: database(),
    tableName: "guessLimit",
    clearExpiredByTimeout: false,
    // Whoever is over the limit costs no more queries.
    inMemoryBlockOnConsumed: points + inFlightSlack,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  made.set(kind, fresh);
  return fresh;
}

/** A guess that is counted. */
export interface Guess {
  /** How many are counted in this window, this one included. */
  counted: number;
  /** For a guess that was not wrong. */
  giveBack: () => Promise<void>;
}

/** Counts one guess, before it is looked at, so that many at once do not slip through. Throws `too_many_requests`. */
export async function takeGuess(kind: Kind, subject: string, now: Date): Promise<Guess> {
  const key = await keyOf(kind, subject, now);
  try {
    const { consumedPoints } = await limiter(kind).consume(key);
    // The same key, because by then it may be another day.
    return { counted: consumedPoints, giveBack: async () => void (await limiter(kind).reward(key, 1)) };
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooManyGuesses(error.msBeforeNext);
    throw error;
  }
}

/** Removes what is counted no more. */
export async function forgetOldGuesses(now: Date): Promise<void> {
  await maintenanceDatabase().guessLimit.deleteMany({ where: { expire: { lt: now } } });
}

function tooManyGuesses(msBeforeNext: number): TooManyRequests {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return new TooManyRequests(`Too many wrong attempts: try again in ${waitInWords(seconds)}.`, seconds);
}

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Neither address nor account is kept: only a hash with the day's salt, which is destroyed with the day. */
async function keyOf(kind: Kind, subject: string, now: Date): Promise<string> {
  // With another salt the count would begin anew: it is worth waiting for.
  const salt = await saltOf(now, saltLimitMs);
  const text = byAddress.has(kind) ? networkOf(subject) : subject;
  return createHash("sha256").update(salt).update(`${kind}\0${text}`).digest("base64url");
}
