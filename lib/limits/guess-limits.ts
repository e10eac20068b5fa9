import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterPrisma, type RateLimiterRes } from "rate-limiter-flexible";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { networkOf } from "../core/network";
import { database, recordingDatabase, sharesDatabase } from "../database/client";
import { isDatabaseUnavailable } from "../database/database-errors";
import { databaseHealth } from "../database/database-health";
import { saltOf } from "../salts/daily-salt";
import { type FromNow, sentence } from "../texts/sentence";
import { ownPart } from "./own-part";
import { isTooManyRequests, TooManyRequests } from "./too-many-requests";

interface Rule {
  /** Wrong guesses allowed within `windowS` seconds. Further ones are refused until it ends. */
  points: number;
  windowS: number;
  /** The subject is an address, of which the network counts. */
  byAddress?: true;
  visitors?: VisitorStore;
}

/** Where guesses of visitors are counted; in memory when that does not answer in time. */
interface VisitorStore {
  database: () => ReturnType<typeof database>;
  limitMs: number;
  /** Of the database; not of a connection that may just be busy. */
  health?: () => ReturnType<typeof databaseHealth>;
}

const ofLinks: VisitorStore = {
  database: recordingDatabase,
  limitMs: 450,
  health: () => databaseHealth("guesses"),
};
/** A share page waits for its one connection. */
const ofShares: VisitorStore = { database: sharesDatabase, limitMs: 2_000 };

const quarter = 15 * 60;
/** Delayed but never refused, so that nobody can keep others out. */
const unlimited = Number.MAX_SAFE_INTEGER;

const rules = {
  /** Passwords and set-up tokens, per address. */
  address: { points: 10, windowS: quarter, byAddress: true },
  /** Passwords from unknown devices, per account. */
  account: { points: unlimited, windowS: quarter },
  /** Passwords of one account from a browser that signed in to it before. */
  device: { points: 5, windowS: quarter },
  /** The current password when changing it, per session. */
  session: { points: 10, windowS: quarter },
  /**
   * Second factors, per account and for known devices per device: strangers get there only with the
   * password.
   */
  secondStep: { points: 10, windowS: quarter },
  /** The same in a day: ten in 15 minutes alone are enough to guess a code of six digits in a year. */
  secondStepDay: { points: 50, windowS: 24 * 3600 },
  /**
   * Invitations and links to set a password, per address. Valid ones never count against the limit.
   */
  link: { points: 20, windowS: quarter, byAddress: true },
  /** Sign-ins at the provider of single sign-on that were begun, per address. */
  start: { points: 100, windowS: quarter, byAddress: true },
  /** Answers that the provider of single sign-on did not give, per address. */
  code: { points: 100, windowS: quarter, byAddress: true },
  /** Passwords of links, per address and per link. */
  linkPassword: { points: 20, windowS: quarter, byAddress: true, visitors: ofLinks },
  protectedLink: { points: unlimited, windowS: quarter, visitors: ofLinks },
  /** Passwords of share pages, per address and per page. */
  sharePassword: { points: 20, windowS: quarter, byAddress: true, visitors: ofShares },
  protectedShare: { points: unlimited, windowS: quarter, visitors: ofShares },
  /** API tokens, per address. Valid tokens never count against the limit. */
  token: { points: 300, windowS: 10 * 60, byAddress: true },
} satisfies Record<string, Rule>;

type Kind = keyof typeof rules;

/**
 * Requests over the limit that still reach the database, because correct guesses in flight are
 * given back.
 */
const inFlightSlack = 20;

const saltLimitMs = 2_000;

interface Limiter {
  stored: RateLimiterPrisma;
  memory: RateLimiterMemory;
}

export const newGuessLimiters = () => new Map<Kind, Limiter>();

/**
 * Counted in Postgres, so that all instances share the count; in memory while Postgres is
 * unavailable.
 */
function limiter(kind: Kind): Limiter {
  const made = ownPart().guessLimiters;
  const { points, windowS: duration, visitors }: Rule = rules[kind];
  const existing = made.get(kind);
  if (existing) return existing;
  const options = { keyPrefix: kind, points, duration };
  const memory = new RateLimiterMemory(options);
  const stored = new RateLimiterPrisma({
    ...options,
    storeClient: (visitors?.database ?? database)(),
    tableName: "guessLimit",
    clearExpiredByTimeout: false,
    // Clients far over the limit cost no more queries.
    inMemoryBlockOnConsumed: points + inFlightSlack,
    insuranceLimiter: memory,
  });
  const fresh = { stored, memory };
  made.set(kind, fresh);
  return fresh;
}

/** Counts a guess, and says which limiter did. */
async function consume(
  kind: Kind,
  key: string,
): Promise<{ counted: number; limiter: Limiter["stored" | "memory"] }> {
  const { stored, memory } = limiter(kind);
  const { visitors }: Rule = rules[kind];
  if (!visitors) return { counted: (await stored.consume(key)).consumedPoints, limiter: stored };
  const health = visitors.health?.();
  if (!health?.isUnavailable()) {
    try {
      return {
        counted: (await withDeadline(stored.consume(key), visitors.limitMs)).consumedPoints,
        limiter: stored,
      };
    } catch (error) {
      if (!isDeadlineError(error)) throw error;
      health?.markFailed();
    }
  }
  return { counted: (await memory.consume(key)).consumedPoints, limiter: memory };
}

export interface Guess {
  /** The count in this window, this guess included. */
  counted: number;
  /** Call it if the guess was not wrong. */
  giveBack: () => Promise<void>;
}

/**
 * Counts a guess before it is checked, so that parallel guesses cannot bypass the limit. Throws
 * `too_many_requests`.
 */
export async function takeGuess(kind: Kind, subject: string, now: Date): Promise<Guess> {
  const { visitors }: Rule = rules[kind];
  const key = await keyOf(kind, subject, now);
  try {
    const { counted, limiter } = await consume(kind, key);
    // Reuses the key, because the day's salt may have changed by then.
    const giveBack = async () => void (await limiter.reward(key, 1));
    // A visitor who knew the password does not wait for it.
    return {
      counted,
      giveBack: visitors ? async () => void giveBack().catch(() => {}) : giveBack,
    };
  } catch (error) {
    if (isOverLimit(error)) throw tooManyGuesses(error.msBeforeNext);
    throw error;
  }
}

/** By its shape: the limiter and its copy of the class may be of another bundle. It is no Error. */
function isOverLimit(error: unknown): error is RateLimiterRes {
  return (
    typeof error === "object" &&
    error !== null &&
    "msBeforeNext" in error &&
    "consumedPoints" in error
  );
}

/**
 * Runs an attempt. Its guesses are given back if it was right, and if it was refused or the
 * database failed before it was known whether it was. Whatever else goes wrong may have shown that
 * it was not, so the guesses stay counted.
 */
export async function keepIfWrong(
  guesses: Guess[],
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const giveBack = () => Promise.all(guesses.map((guess) => guess.giveBack()));
  let isRight: boolean;
  try {
    isRight = await attempt();
  } catch (error) {
    // What went wrong first is reported.
    if (isTooManyRequests(error) || isDeadlineError(error) || isDatabaseUnavailable(error))
      await giveBack().catch(() => {});
    throw error;
  }
  if (isRight) await giveBack();
  return isRight;
}

/** Clears the count, for somebody who has proved to be entitled in another way. */
export async function forgiveGuesses(kind: Kind, subject: string, now: Date): Promise<void> {
  await limiter(kind).stored.delete(await keyOf(kind, subject, now));
}

function tooManyGuesses(msBeforeNext: number): TooManyRequests {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return new TooManyRequests(sentence("tooManyAttempts", { when: waitOf(seconds) }), seconds);
}

function waitOf(seconds: number): FromNow {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return { fromNow: Math.ceil(minutes / 60), unit: "hour" };
  return { fromNow: minutes, unit: "minute" };
}

/**
 * Addresses and accounts are stored only as a hash with the day's salt, which is destroyed after
 * the day.
 */
async function keyOf(kind: Kind, subject: string, now: Date): Promise<string> {
  // Another salt would reset the count, so this waits for it.
  const salt = await saltOf(now, saltLimitMs);
  const { byAddress }: Rule = rules[kind];
  const text = byAddress ? networkOf(subject) : subject;
  return createHash("sha256").update(salt).update(`${kind}\0${text}`).digest("base64url");
}
