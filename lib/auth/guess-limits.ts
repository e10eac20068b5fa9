import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterPrisma, RateLimiterRes } from "rate-limiter-flexible";
import { database } from "../database/client";
import { SluglineError } from "../errors";
import { ProcessWide } from "../process-wide";
import { saltOf } from "../visits/daily-salt";

/** Wrong guesses within `windowS` seconds, after which no more are looked at until the window is over. */
const rules = {
  /** Passwords, set-up tokens and invitations from one address. */
  address: { points: 10, windowS: 15 * 60 },
  /** Passwords of one account, from anywhere; above what one address may try, so that a stranger does not lock an owner out alone. */
  account: { points: 50, windowS: 15 * 60 },
  /** API tokens from one address. A right token is never asked about. */
  token: { points: 300, windowS: 10 * 60 },
} as const;

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
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  made.set(kind, fresh);
  return fresh;
}

/** Takes one guess, before it is looked at, so that many at once do not slip through. Throws `too_many_requests`. */
export async function takeGuess(kind: Kind, subject: string, now: Date): Promise<void> {
  try {
    await limiter(kind).consume(await keyOf(kind, subject, now));
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooManyGuesses(error.msBeforeNext);
    throw error;
  }
}

/** Gives back the guess that was right. */
export async function returnGuess(kind: Kind, subject: string, now: Date): Promise<void> {
  await limiter(kind).reward(await keyOf(kind, subject, now), 1);
}

/** Removes what is counted no more. */
export async function forgetOldGuesses(now: Date): Promise<void> {
  await database().guessLimit.deleteMany({ where: { expire: { lt: now } } });
}

/** The refusal tells how long to wait: `retryAfterS` of it is what Retry-After says. */
export class TooManyGuesses extends SluglineError {
  constructor(readonly retryAfterS: number) {
    super("too_many_requests", `Too many wrong attempts: try again in ${waitInWords(retryAfterS)}.`);
  }
}

function tooManyGuesses(msBeforeNext: number): TooManyGuesses {
  return new TooManyGuesses(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
}

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Neither address nor account is kept: only a hash with the day's salt, which is deleted with the day. */
async function keyOf(kind: Kind, subject: string, now: Date): Promise<string> {
  // With another salt the count would begin anew: it is worth waiting for.
  const salt = await saltOf(now, saltLimitMs);
  const text = kind === "account" ? subject : networkOf(subject);
  return createHash("sha256").update(salt).update(`${kind}\0${text}`).digest("base64url");
}

/** One subscriber has a whole /64 of IPv6 addresses (RFC 6177), so they count as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : parsed.toString();
}
