// Run: all
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

/** Several processes behind one port are still one service. */
const service = useService({ env: { WORKERS: "2" } });

/** On a new connection: a kept one ends with the worker that is killed. */
const visitAnew = (slug: string) =>
  visit(service.server, `/${slug}`, { headers: { connection: "close" } });
const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

it("gives the same answers from every worker and counts every click once", async () => {
  const { slug } = await service.api.create({ url: "https://example.com/before" });
  const many = () => Promise.all(Array.from({ length: 40 }, () => visitAnew(slug)));
  expect(new Set((await many()).map(({ headers }) => headers.location))).toEqual(
    new Set(["https://example.com/before"]),
  );
  await service.api.patch(slug, { url: "https://example.com/after" });
  await sleep(1_000);
  expect(new Set((await many()).map(({ headers }) => headers.location))).toEqual(
    new Set(["https://example.com/after"]),
  );
  expect((await service.api.get(slug)).clickCount).toBe(80);
});

it.runIf(process.platform === "linux")("replaces a worker that dies", async () => {
  const { slug } = await service.api.create({});
  const primary = service.server.process.pid ?? 0;
  const [victim = 0] = workersOf(primary);
  process.kill(victim, "SIGKILL");
  const replaced = () => workersOf(primary).length === 2 && !workersOf(primary).includes(victim);
  for (let attempt = 0; attempt < 100 && !replaced(); attempt++) await sleep(50);
  expect(replaced()).toBe(true);
  const answers = await Promise.all(Array.from({ length: 20 }, () => visitAnew(slug)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
});

it("stops all workers gracefully", async () => {
  expect(await service.server.stop()).toBe(0);
});
