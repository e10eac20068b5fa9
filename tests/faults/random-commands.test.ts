// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerAndLose, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, visitOnce } from "../support/load";

/**
 * Promise 2: counters equal history after random commands and crashes. A failure prints the seed
 * that repeats it.
 */
const service = useFaultService();

const slug = fc.constantFrom("rnd-a", "rnd-b", "rnd-c", "rnd-d", "rnd-e");
const command = fc.oneof(
  { weight: 20, arbitrary: fc.record({ type: fc.constant("create" as const), slug }) },
  {
    weight: 60,
    arbitrary: fc.record({
      type: fc.constant("click" as const),
      slug,
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 10, arbitrary: fc.record({ type: fc.constant("rename" as const), slug, to: slug }) },
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constant("enable" as const), slug, enabled: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("delete" as const), slug }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("kill the service" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("crash Postgres" as const),
      slug,
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** What must be so: which links there are, and which clicks each got an answer for. */
type Model = Map<string, { enabled: boolean; clicks: Answered[] }>;
let sent = 0;

async function click(model: Model, slug: string, times: number): Promise<void> {
  const link = model.get(slug);
  const { url } = service.instance.server;
  const outcomes = await Promise.all(
    Array.from({ length: times }, () => visitOnce(url, slug, `rnd-${sent++}`)),
  );
  for (const outcome of outcomes) expect(outcome.status, slug).toBe(link?.enabled ? 302 : 404);
  if (link?.enabled) link.clicks.push(...outcomes);
}

async function rename(model: Model, from: string, to: string): Promise<void> {
  const { status } = await service.instance.api.patch(from, { slug: to });
  const link = model.get(from);
  if (!link) expect(status).toBe(404);
  else if (from !== to && model.has(to)) expect(status).toBe(409);
  else {
    expect(status).toBe(200);
    model.delete(from);
    model.set(to, link);
  }
}

async function run(command: Command, model: Model): Promise<void> {
  const { instance, database } = service;
  switch (command.type) {
    case "create":
      expect(
        (
          await instance.api.call("POST", "/api/links", {
            slug: command.slug,
            url: "https://example.com/",
          })
        ).status,
      ).toBe(model.has(command.slug) ? 409 : 201);
      if (!model.has(command.slug)) model.set(command.slug, { enabled: true, clicks: [] });
      return;
    case "click":
      return click(model, command.slug, command.times);
    case "rename":
      return rename(model, command.slug, command.to);
    case "enable": {
      const { status } = await instance.api.patch(command.slug, { enabled: command.enabled });
      expect(status).toBe(model.has(command.slug) ? 200 : 404);
      const link = model.get(command.slug);
      if (link) link.enabled = command.enabled;
      return;
    }
    case "delete":
      expect((await instance.api.remove(command.slug)).status).toBe(
        model.delete(command.slug) ? 204 : 404,
      );
      return;
    case "kill the service":
      await instance.stop("SIGKILL");
      return instance.start();
    case "crash Postgres":
      // Known before, so that it must be answered without the database; the clicks can go nowhere
      // but to the journal.
      await click(model, command.slug, 1);
      await database.crash();
      await click(model, command.slug, command.times);
      await database.restart();
      // The journal drains by itself meanwhile: what follows may meet it half way.
      for (let attempt = 0; attempt < 100 && (await instance.readiness()).status !== 200; attempt++)
        await sleep(50);
  }
}

describe("counters equal history", () => {
  it("after hundreds of random commands", async () => {
    const property = fc.asyncProperty(
      fc.array(command, { minLength: 250, maxLength: 300, size: "max" }),
      async (commands) => {
        for (const { slug } of (await service.instance.api.list("?limit=200")).links)
          await service.instance.api.remove(slug);
        const model: Model = new Map();
        for (const command of commands) await run(command, model);
        await service.instance.untilDrained();
        const answered = [...model].flatMap(([slug, { clicks }]) =>
          clicks.map(({ campaign }) => ({ slug, campaign })),
        );
        expect(
          await findDiscrepancies(service.database.sql, answered, service.instance.api),
        ).toEqual([]);
        const rows = await service.database.sql<{ slug: string }>(
          `SELECT "slug" FROM "Link" ORDER BY 1`,
        );
        expect(rows.map(({ slug }) => slug)).toEqual([...model.keys()].sort());
      },
    );
    await fc.assert(property, { numRuns: rounds, endOnFailure: true });
  });
});

describe("control: with the journal destroyed", () => {
  it("the same check reports every click as lost", async () => {
    await service.instance.api.create({ slug: "control" });
    expect((await visitOnce(service.instance.server.url, "control", "before")).status).toBe(302);
    const lost = await answerAndLose(service, "control");
    expect(lost).toHaveLength(5);
    const missed = lost.map(({ campaign }) => `answered but not stored: ${campaign} of control`);
    expect(await findDiscrepancies(service.database.sql, lost)).toEqual(missed);
  });
});
