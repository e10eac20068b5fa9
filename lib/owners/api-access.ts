import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../config/env";
import { log } from "../config/log";
import { hasRole, lowerRole, type Role } from "../core/access";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import { takeGuess } from "../limits/guess-limits";
import { looksLikeApiToken } from "./api-token-text";
import { ownPart } from "./own-part";
import { hashSecret, isSameSecret } from "./secret-hash";

export interface ApiAccess {
  /** The id of an owner's token; null for `API_TOKEN` and `readToken`. */
  tokenId: string | null;
  name: string;
  role: Role;
  /** Whether assistants may write with it. */
  writesByMcp?: boolean;
}

/**
 * The permissions of the token in the Authorization header. Throws `unauthorized` unless it is
 * `API_TOKEN` or a live token of an owner; the reason is not revealed. Wrong tokens are counted by
 * `address`; beyond the limit they throw `too_many_requests`. `readToken` is valid too, but only
 * for reading.
 */
export async function requireApiToken(
  authorization: string | null,
  address: () => string,
  now: Date,
  readToken?: string,
): Promise<ApiAccess> {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (given === undefined) throw unauthorized();
  if (isApiToken(given)) return { tokenId: null, name: "API_TOKEN", role: "owner" };
  if (readToken !== undefined && isSameSecret(given, readToken))
    return { tokenId: null, name: "METRICS_TOKEN", role: "reader" };
  const token = looksLikeApiToken(given) ? await findKnownApiToken(hashSecret(given)) : null;
  if (token && (token.expiresAt === null || token.expiresAt > now)) {
    recordApiTokenUse(token, now);
    const { id, name, role, writesByMcp } = token;
    return { tokenId: id, name: `token ${name}`, role, writesByMcp };
  }
  await takeGuess("token", address(), now);
  throw unauthorized();
}

export function isApiToken(given: string): boolean {
  return isSameSecret(given, apiToken());
}

/** Throws `forbidden` for a token whose role is too low. */
export function requireRole({ role }: Pick<ApiAccess, "role">, needed: Role): void {
  if (hasRole(role, needed)) return;
  throw new SluglineError("forbidden", "tokenRoleTooLow", { role, needed });
}

export function unauthorized(): SluglineError {
  return new SluglineError("unauthorized", "sendToken");
}

/** API_TOKEN, else the token in the data folder, generated on first use. */
export function apiToken(): string {
  return ownPart().apiTokens.own;
}

/**
 * What the set-up link carries. It makes the first owner and opens nothing afterwards, so it may
 * stand in a log, if the token that it is made from cannot be guessed.
 */
export function setUpKey(token = apiToken()): string {
  return createHmac("sha256", token).update("set-up").digest("base64url");
}

export function apiTokenFile(dataDir: string): string {
  return join(dataDir, "api-token");
}

function keptToken(dataDir: string): string {
  const file = apiTokenFile(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    // Two processes may start at once: the flag lets only one write, and both read the result.
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * The displayable parts of the server's own token: its ends, if it is long enough that they reveal
 * nothing.
 */
export function builtInToken(): { isGiven: boolean; prefix: string; lastFour: string } {
  const token = apiToken();
  const isLong = token.length >= 24;
  return {
    isGiven: ownPart().config.API_TOKEN !== undefined,
    prefix: isLong ? token.slice(0, 4) : "",
    lastFour: isLong ? token.slice(-4) : "",
  };
}

/**
 * What a token may do: what it was made for, as far as its maker still may. `madeBy`: null for a
 * maker whom an earlier version removed.
 */
export function tokenRole({
  role,
  canWrite,
  madeBy,
}: {
  role: string | null;
  canWrite: boolean;
  madeBy: string | null;
}): Role {
  const own = (role ?? (canWrite ? "owner" : "reader")) as Role;
  return madeBy === null ? own : lowerRole(own, madeBy as Role);
}

interface KnownApiToken {
  id: string;
  name: string;
  role: Role;
  writesByMcp: boolean;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** Cache lifetime. A revocation on another instance takes effect within this time. */
const lifeMs = 800;

/** All live tokens by hash, loaded with one query, so that wrong guesses cost no query. */
class KnownApiTokens {
  private tokens: Promise<Map<string, KnownApiToken>> | null = null;
  private loadedAt = 0;

  async find(hash: Uint8Array): Promise<KnownApiToken | null> {
    const now = performance.now();
    if (this.tokens === null || now - this.loadedAt > lifeMs) {
      this.loadedAt = now;
      const loading = load();
      this.tokens = loading;
      loading.catch(() => {
        if (this.tokens === loading) this.tokens = null;
      });
    }
    return (await this.tokens).get(keyOf(hash)) ?? null;
  }

  forget(): void {
    this.tokens = null;
  }
}

async function load(): Promise<Map<string, KnownApiToken>> {
  const rows = await database().apiToken.findMany({
    where: { revokedAt: null },
    select: {
      id: true,
      name: true,
      hash: true,
      role: true,
      canWrite: true,
      writesByMcp: true,
      owner: { select: { role: true } },
      expiresAt: true,
      lastUsedAt: true,
    },
  });
  return new Map(
    rows.map(({ hash, role, canWrite, owner, ...token }) => [
      keyOf(hash),
      { ...token, role: tokenRole({ role, canWrite, madeBy: owner?.role ?? null }) },
    ]),
  );
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}

/** What a service knows about tokens. */
export class ApiTokens {
  private readOwn: string | undefined;
  readonly known = new KnownApiTokens();
  /** When the use of each was last written. */
  readonly uses = new Map<string, number>();

  constructor(private readonly config: Pick<Env, "API_TOKEN" | "DATA_DIR">) {}

  /** The server's own, which is read or generated on first use. */
  get own(): string {
    this.readOwn ??= this.config.API_TOKEN ?? keptToken(this.config.DATA_DIR);
    return this.readOwn;
  }
}

/** The live token with this hash, or null. Throws when the database is unavailable. */
function findKnownApiToken(hash: Uint8Array): Promise<KnownApiToken | null> {
  return ownPart().apiTokens.known.find(hash);
}

/** Call after creating or revoking a token, so that this instance applies it at once. */
export function forgetKnownApiTokens(): void {
  ownPart().apiTokens.known.forget();
}

/** Resolution of "last used". It limits a busy token to one small write a minute. */
const exactnessMs = 60_000;

/** Records that a token was used, in the background. A failure is only logged. */
function recordApiTokenUse({ id, lastUsedAt }: KnownApiToken, now: Date): void {
  const { uses } = ownPart().apiTokens;
  const last = Math.max(uses.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
  if (now.getTime() - last < exactnessMs) return;
  uses.set(id, now.getTime());
  database()
    .apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } })
    .catch((error: Error) =>
      log().warn({ reason: error.message }, "could not record the use of an API token"),
    );
}
