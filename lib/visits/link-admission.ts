import { createHmac, randomBytes } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import { LRUCache } from "lru-cache";
import { originOf } from "../config/env";
import { isPrivateAddress } from "../core/client-address";
import { isLoopback } from "../core/destination";
import { longestPassword } from "../core/link-extras";
import { networkOf } from "../core/network";
import { isOwnOrigin } from "../core/own-origin";
import { atPaceOf } from "../limits/account-pace";
import { keepIfWrong, takeGuess } from "../limits/guess-limits";
import { hashForStranger } from "../limits/hash-queue";
import type { Target } from "./find-targets";
import { ownPart } from "./own-part";
import {
  isPasswordProof,
  isSecure,
  passwordProof,
  proofCookiePrefix,
  proofLifeS,
} from "./password-proof";
import { addressOf } from "./record-visit";
import type { Visit } from "./visit";

type Protected = Pick<Target, "linkId" | "passwordHash">;

const locked = ({ linkId, passwordHash }: Protected) => ["entry", linkId, passwordHash] as const;

const cookieName = ({ linkId }: Protected) => `${proofCookiePrefix()}entry.${linkId}`;

/**
 * The Set-Cookie header that lets a browser in to this one link. It ends when the password changes.
 */
export async function entryCookie(target: Protected, { slug, at }: Visit): Promise<string> {
  const value = await passwordProof(locked(target), at);
  // Of the path alone: hundreds of these at each request would be too long a header.
  return `${cookieName(target)}=${value}; Max-Age=${proofLifeS}; Path=/${slug}; ${isSecure() ? "Secure; " : ""}HttpOnly; SameSite=Lax`;
}

/** Whether the browser gave the right password before. */
export async function isAdmitted(visit: Visit, target: Protected): Promise<boolean> {
  const name = `${cookieName(target)}=`;
  const cookies = (visit.header("cookie") ?? "").split(";").map((part) => part.trim());
  const entries = cookies
    .filter((cookie) => cookie.startsWith(name))
    .map((cookie) => isPasswordProof(cookie.slice(name.length), locked(target), visit.at));
  return (await Promise.all(entries)).includes(true);
}

/** Another site may not make its visitors guess. Programs send no Origin. */
export function isFromElsewhere({ header, domain }: Visit): boolean {
  const origin = header("origin");
  return origin !== null && !isOwnOrigin({ origin, host: header("host") }, originOf(domain));
}

/** Whether the password is that of the link. Throws `too_many_requests`. */
export function isRightPassword(
  password: string,
  { linkId, passwordHash }: Protected,
  visit: Visit,
): Promise<boolean> {
  const address = addressOf(visit);
  const guesser = { address, isShared: isShared(address, visit), at: visit.at };
  return opensWith(password, { kind: "link", id: String(linkId), passwordHash }, guesser);
}

/** What visitors need a password for. */
interface Locked {
  kind: keyof typeof guesses;
  id: string;
  passwordHash: string | null;
}

/** `isShared`: many visitors have this address, so it does not tell them apart. */
interface Guesser {
  address: string;
  isShared: boolean;
  at: Date;
}

/** How guesses are counted: by network, and by what they are about. */
const guesses = {
  link: { byAddress: "linkPassword", byId: "protectedLink" },
  share: { byAddress: "sharePassword", byId: "protectedShare" },
} as const;

/**
 * Whether the password is the right one. Wrong ones are limited by network, and delayed by what
 * they are about, so that nobody can keep others out. Throws `too_many_requests`.
 */
export async function opensWith(
  password: string,
  { kind, id, passwordHash }: Locked,
  { address, isShared, at }: Guesser,
): Promise<boolean> {
  if (passwordHash === null || password === "" || password.length > longestPassword) return false;
  const given = [kind, id, passwordHash, password];
  const attempt = async () => {
    // Before anything is compared, so that a network over the limit learns nothing.
    const byAddress = isShared ? null : await takeGuess(guesses[kind].byAddress, address, at);
    const rank = byAddress?.counted ?? 0;
    const check = async () => {
      const byId = await takeGuess(guesses[kind].byId, id, at);
      const verify = () =>
        hashForStranger(rank, () => verifyPassword({ hash: passwordHash, password }));
      return keepIfWrong([byId], () =>
        atPaceOf(`${kind} ${id}`, { account: byId.counted, address: rank }, verify),
      );
    };
    return keepIfWrong(byAddress ? [byAddress] : [], () =>
      checked().find(JSON.stringify(given), check),
    );
  };
  // People behind one address who send the same password at the same moment make one guess, so none
  // of them is over the limit.
  return checked().together(JSON.stringify([...given, networkOf(address)]), attempt);
}

/**
 * Without an address, or behind a proxy that does not forward it, visitors cannot be told apart:
 * one would use up the guesses of all.
 */
export function isShared(
  address: string,
  { peerAddress, header }: Pick<Visit, "peerAddress" | "header">,
): boolean {
  if (address === "" || isLoopback(address)) return true;
  return peerAddress !== null && header("x-forwarded-for") === null && isPrivateAddress(address);
}

/**
 * Remembers right passwords, so that a crowd of visitors who know one costs one hash and is never
 * delayed by what others guess. Keeps a hash of each, whose key never leaves this object.
 */
export class CheckedPasswords {
  private readonly key = randomBytes(32);
  private readonly right = new LRUCache<string, true>({ max: 10_000 });
  private readonly running = new Map<string, Promise<boolean>>();

  async find(given: string, check: () => Promise<boolean>): Promise<boolean> {
    const digest = this.digestOf(given);
    if (this.right.has(digest)) return true;
    const isRight = await this.together(given, check);
    if (isRight) this.right.set(digest, true);
    return isRight;
  }

  /** Of equal attempts at the same time one is made. */
  together(given: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const digest = this.digestOf(given);
    const running =
      this.running.get(digest) ?? attempt().finally(() => this.running.delete(digest));
    this.running.set(digest, running);
    return running;
  }

  private digestOf(given: string): string {
    return createHmac("sha256", this.key).update(given).digest("base64");
  }
}

const checked = () => ownPart().checkedPasswords;
