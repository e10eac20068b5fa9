import { ProcessWide } from "../config/process-wide";
import { database } from "../database/client";

/** What is asked of a token at every request. */
export interface KnownApiToken {
  id: string;
  canWrite: boolean;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** A revocation elsewhere acts after this long at the latest; the list is read no more often than this. */
const lifeMs = 800;

/** All live tokens by their hash, read at once: a wrong guess costs no query of its own. */
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
    select: { id: true, hash: true, canWrite: true, expiresAt: true, lastUsedAt: true },
  });
  return new Map(rows.map(({ hash, ...token }) => [keyOf(hash), token]));
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}

const known = new ProcessWide("known-api-tokens", () => new KnownApiTokens());

/** The live token with this hash, or null. Throws when the database cannot be asked. */
export function findKnownApiToken(hash: Uint8Array): Promise<KnownApiToken | null> {
  return known.get().find(hash);
}

/** Whoever makes or revokes a token calls this once it is committed: it acts here at once. */
export function forgetKnownApiTokens(): void {
  known.get().forget();
}
