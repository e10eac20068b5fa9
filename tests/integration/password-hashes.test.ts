// Run: all
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { limitMs } from "@/lib/commands/perform";
import { countedHashes, holdHashes } from "../support/count-hashes";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { useService } from "../support/service";

const service = useService({
  env: { ...ownerEnv, ...countedHashes },
});

const client = (address: string) => new DashboardClient(service.server, address);

const randomSecret = () => randomBytes(32).toString("base64url");

/** Sends the form that the page of a good invitation shows, with any secret. */
const accept = (
  who: DashboardClient,
  form: Record<string, string>,
  secret: string,
  email: string,
): Promise<PageAnswer> =>
  who.sendForm(`/dashboard/invite/${secret}`, {
    ...form,
    secret,
    email,
    name: "",
    password: "a fine long password",
  });

async function invite(): Promise<string> {
  const secret = randomSecret();
  await service.sql(
    `INSERT INTO "OwnerInvite" ("hash", "invitedById", "createdAt", "expiresAt") SELECT $1, "id", now(), now() + interval '1 day' FROM "Owner" LIMIT 1`,
    [createHash("sha256").update(secret).digest()],
  );
  return secret;
}

/** The hidden fields of the two forms, which are the same for everybody. */
let inviteForm: Record<string, string> = {};
let signInForm: Record<string, string> = {};

beforeAll(async () => {
  inviteForm = await client("198.51.100.2").hiddenFields(
    `/dashboard/invite/${await invite()}`,
    "email",
  );
  signInForm = await client("198.51.100.2").hiddenFields("/dashboard/sign-in", "email");
});

describe("an invitation", () => {
  it("with a wrong secret costs no hash, even 40 at once", async () => {
    const before = await holdHashes(service.server, false);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        accept(client(`203.0.113.${n}`), inviteForm, randomSecret(), `bogus${n}@example.com`),
      ),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain("This link has expired or was already used");
    }
    expect(await holdHashes(service.server, false)).toEqual(before);
  });
});

describe("passwords", () => {
  it("are hashed two at a time with a bounded queue, while the API answers", async () => {
    const before = await holdHashes(service.server, true);
    const answers: PageAnswer[] = [];
    const signIns = Array.from({ length: 40 }, async (_, n) => {
      const form = {
        ...signInForm,
        email: `stranger${n}@example.com`,
        password: "some wrong password",
      };
      answers.push(await client(`192.0.2.${n}`).sendForm("/dashboard/sign-in", form));
    });
    // Whoever finds no place is answered although no hash ends.
    await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(19), { timeout: 30_000 });
    for (const { status, headers, body } of answers)
      expect([status, Number(headers["retry-after"]) > 0], body.slice(-300)).toEqual([429, true]);
    expect((await service.api.call("GET", "/api/stats")).status).toBe(200);
    const meanwhile = await holdHashes(service.server, true);
    expect(meanwhile.running).toBeGreaterThan(0);
    expect(meanwhile.started - before.started).toBeLessThanOrEqual(2);

    await holdHashes(service.server, false);
    await Promise.all(signIns);
    const after = await holdHashes(service.server, false);
    expect(after.mostAtOnce).toBeLessThanOrEqual(2);
    expect(
      answers.filter(({ text }) => text.includes("Incorrect email or password.")),
    ).toHaveLength(after.started - before.started);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(
      40 - (after.started - before.started),
    );
  });

  it("from a known device do not wait for those of strangers", async () => {
    const known = client("198.51.100.20");
    await known.submit("/dashboard/sign-in", owner);
    known.forget("slugline.session");
    await holdHashes(service.server, true);
    const strangers = Array.from({ length: 3 }, (_, n) =>
      client(`198.51.100.${30 + n}`).sendForm("/dashboard/sign-in", {
        ...signInForm,
        email: `other${n}@example.com`,
        password: "some wrong password",
      }),
    );
    await vi.waitFor(
      async () => expect((await holdHashes(service.server, true)).running).toBe(1),
      10_000,
    );
    const signedIn = known.sendForm("/dashboard/sign-in", { ...signInForm, ...owner });
    await vi.waitFor(
      async () => expect((await holdHashes(service.server, true)).running).toBe(2),
      10_000,
    );
    await holdHashes(service.server, false);
    expect((await signedIn).status).toBe(303);
    await Promise.all(strangers);
  });
});

describe("passwords of links", () => {
  const url = "https://example.com/";
  const password = "open sesame";
  /** What may set a password, each with the status of its success. */
  const ways: [
    status: number,
    send: (slug: string) => Promise<{ status: number; headers: Headers; body: unknown }>,
  ][] = [
    [201, (slug) => service.api.call("POST", "/api/links", { url, slug, password })],
    [201, (slug) => service.api.call("POST", "/api/links", { url, slug, password, tags: ["one"] })],
    [
      201,
      (slug) =>
        service.api.call(
          "POST",
          "/api/links",
          { url, slug, password },
          { headers: { "Idempotency-Key": slug } },
        ),
    ],
    [
      201,
      (slug) =>
        service.api.call("POST", "/api/links?ifExists=return", {
          url: `${url}${slug}`,
          slug,
          password,
        }),
    ],
    [200, () => service.api.call("PATCH", "/api/links/known", { password, tags: ["two"] })],
    [
      200,
      (slug) =>
        service.api.call("POST", "/api/links/bulk", {
          create: [{ url, slug, password }],
          update: [{ slug: "known", password }],
        }),
    ],
  ];

  it("wait in a bounded queue for longer than a request may take, and are set or refused as busy", async () => {
    await service.api.create({ slug: "known", url });
    const known = client("198.51.100.40");
    await known.submit("/dashboard/sign-in", owner);
    known.forget("slugline.session");
    const before = await holdHashes(service.server, true);
    const answers: {
      status: number;
      success: number;
      slug: string;
      retryAfter: number;
      code: string | undefined;
    }[] = [];
    const sent = Array.from({ length: 132 }, async (_, n) => {
      const [success, send] = ways[n % ways.length] as (typeof ways)[number];
      const { status, headers, body } = await send(`busy-${n}`);
      answers.push({
        status,
        success,
        slug: `busy-${n}`,
        retryAfter: Number(headers.get("retry-after")),
        code: (body as { code?: string }).code,
      });
    });
    // One is hashed and a hundred wait.
    await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(31), { timeout: 30_000 });
    const signedIn = known.sendForm("/dashboard/sign-in", { ...signInForm, ...owner });
    await sleep(limitMs + 500);
    for (const { status, retryAfter, code } of answers)
      expect([status, retryAfter > 0, code]).toEqual([429, true, "too_many_requests"]);
    expect(
      (await service.api.call("PATCH", "/api/links/known", { title: "Meanwhile" })).status,
    ).toBe(200);
    const meanwhile = await holdHashes(service.server, false);
    expect(meanwhile.started - before.started).toBe(1);

    await Promise.all(sent);
    const { status: signInStatus, text } = await signedIn;
    expect(signInStatus, text).toBe(303);
    expect((await holdHashes(service.server, false)).mostAtOnce).toBeLessThanOrEqual(2);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeLessThanOrEqual(35);
    for (const { status, success, slug } of answers)
      if (status !== 429) expect([slug, status]).toEqual([slug, success]);
    for (const { slug } of refused)
      expect((await service.api.call("GET", `/api/links/${slug}`)).status, slug).toBe(404);
  }, 240_000);

  it("are written one at a time, so that a sign-in finds a connection", async () => {
    await service.api.create({ slug: "locked", url });
    const { started } = await holdHashes(service.server, false);
    const blocker = new pg.Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    await blocker.query("BEGIN");
    await blocker.query(`SELECT FROM "Link" WHERE "slug" = 'locked' FOR UPDATE`);
    const sent = Array.from({ length: 12 }, () =>
      service.api.call("PATCH", "/api/links/locked", { password }),
    );
    await vi.waitFor(
      async () => {
        const hashes = await holdHashes(service.server, false);
        expect([hashes.started - started, hashes.running]).toEqual([12, 0]);
      },
      { timeout: 30_000 },
    );
    const signedIn = await client("198.51.100.41").submit("/dashboard/sign-in", owner);
    expect(signedIn.status, signedIn.text).toBe(303);
    await blocker.query("ROLLBACK");
    await blocker.end();
    // The one that waited for the row may have been refused by then.
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
  });
});
