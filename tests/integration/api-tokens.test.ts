// Run: verify
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { Api } from "../support/api";
import type { Problem } from "../support/contract";
import { makeApiToken } from "../support/make-api-token";
import { isFullRun } from "../support/run";
import { startServer } from "../support/server";
import { useSharedService } from "../support/service";

const service = useSharedService();

type Made = Awaited<ReturnType<typeof makeApiToken>>;
const in30Minutes = Date.now() + 30 * 60_000;
let any: Made;
let expiring: Made;
let revoked: Made;
let unused: Made;

/** All at once, because each waits until the server sees it. */
beforeAll(async () => {
  [any, expiring, revoked, unused] = await Promise.all([
    makeApiToken(service),
    makeApiToken(service, { expiresAt: new Date(in30Minutes).toISOString() }),
    makeApiToken(service),
    makeApiToken(service),
  ]);
});

const status = async (token: string) =>
  (await service.api.call("GET", "/api/stats", undefined, { token })).status;

describe("an owner's API token", () => {
  it("expires", async () => {
    const { token } = expiring;
    await service.server.setClock(new Date(in30Minutes - 60_000).toISOString());
    expect(await status(token)).toBe(200);
    await service.server.setClock(new Date(in30Minutes).toISOString());
    expect(await status(token)).toBe(401);
    await service.server.setClock(null);
  });

  it("is rejected within a second of being revoked elsewhere, under steady use", async () => {
    const { id, token } = revoked;
    expect(await status(token)).toBe(200);
    await service.sql(`UPDATE "ApiToken" SET "revokedAt" = now() WHERE "id" = $1`, [id]);
    const revokedAt = performance.now();
    let lastAccepted = revokedAt;
    // What counts is when a request was sent: a busy machine may answer it late.
    for (let sentAt = revokedAt; (await status(token)) === 200; sentAt = performance.now()) {
      lastAccepted = sentAt;
      await sleep(20);
    }
    expect(lastAccepted - revokedAt).toBeLessThan(1_000);
    expect(await status(token)).toBe(401);
  });

  it("cannot be replaced by its hash, its displayed parts or another case", async () => {
    const { token } = any;
    const hash = createHash("sha256").update(token).digest();
    for (const wrong of [
      hash.toString("hex"),
      `slg_${hash.toString("base64url")}`,
      token.slice(0, 8),
      token.toUpperCase(),
      token.slice(4),
      `${token} `,
    ]) {
      expect(await status(wrong.trim() === token ? `${token}x` : wrong), wrong).toBe(401);
    }
  });

  it("records its use once a minute, not once per request", async () => {
    const { id, token } = unused;
    const lastUsed = async () =>
      (
        await service.sql<{ at: Date | null }>(
          `SELECT "lastUsedAt" AS "at" FROM "ApiToken" WHERE "id" = $1`,
          [id],
        )
      )[0]?.at ?? null;
    expect(await lastUsed()).toBeNull();
    await status(token);
    await expect.poll(lastUsed).not.toBeNull();
    const first = await lastUsed();
    await sleep(1_000);
    for (let use = 0; use < 5; use++) await status(token);
    await sleep(200);
    expect(await lastUsed()).toEqual(first);
  });
});

describe("guessing tokens", () => {
  const guess = (api: Api, address: string, token = "wrong") =>
    api.call<Problem>("GET", "/api/stats", undefined, {
      token,
      headers: { "X-Forwarded-For": address },
    });

  const counts = async () =>
    new Map(
      (
        await service.sql<{ key: string; points: number }>(
          `SELECT "key", "points" FROM "GuessLimit"`,
        )
      ).map(({ key, points }) => [key, points]),
    );

  /** One guess from an address, and as if there had been 298 more: one is left. */
  async function guessOften(api: Api, address: string): Promise<void> {
    const before = await counts();
    expect((await guess(api, address)).status).toBe(401);
    const counted = [...(await counts())].filter(([key, points]) => before.get(key) !== points);
    expect(counted).toHaveLength(1);
    // The time of an earlier test's guesses must not run out in the middle of this one.
    await service.sql(`UPDATE "GuessLimit" SET "points" = 299, "expire" = $2 WHERE "key" = $1`, [
      counted[0]?.[0],
      new Date(Date.now() + 60_000),
    ]);
  }

  it("gets 429 beyond the limit by address; valid tokens and other addresses do not", async () => {
    const { token } = any;
    await guessOften(service.api, "203.0.113.50");
    expect((await guess(service.api, "203.0.113.50")).status).toBe(401);
    const refused = await guess(service.api, "203.0.113.50", "another");
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guess(service.api, "203.0.113.50", token)).status).toBe(200);
    expect((await guess(service.api, "203.0.113.50", service.server.token)).status).toBe(200);
    expect((await guess(service.api, "203.0.113.51")).status).toBe(401);
    const [{ text } = { text: "" }] = await service.sql<{ text: string }>(
      `SELECT jsonb_agg(to_jsonb(g))::text AS "text" FROM "GuessLimit" g`,
    );
    expect(text).not.toContain("203.0.113");
  });

  it.runIf(isFullRun)("is limited per IPv6 /64 and on every instance", async () => {
    const second = await startServer(service.databaseUrl);
    try {
      await guessOften(service.api, "2001:db8:9:9::1");
      expect((await guess(service.api, "2001:db8:9:9::2")).status).toBe(401);
      expect((await guess(new Api(second), "2001:db8:9:9:ffff::1")).status).toBe(429);
      expect((await guess(new Api(second), "2001:db8:9:a::1")).status).toBe(401);
    } finally {
      await second.stop();
    }
  });

  it.runIf(isFullRun)(
    "cannot evade the limit with a forged X-Forwarded-For from an untrusted peer",
    async () => {
      const alone = await startServer(service.databaseUrl, { env: { TRUSTED_PROXIES: "none" } });
      try {
        const api = new Api(alone);
        await guessOften(api, "198.18.0.1");
        expect((await guess(api, "198.18.0.2")).status).toBe(401);
        expect((await guess(api, "198.18.0.3")).status).toBe(429);
      } finally {
        await alone.stop();
      }
    },
  );
});
