// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { useFaultService } from "../support/fault-service";
import { Load } from "../support/load";

/** An outage does not flood the log: what repeats is written once a minute, with its count. */
const service = useFaultService({ env: { LOG_LEVEL: "info" } });

interface Line {
  msg: string;
  repeated?: number;
}

it("each failure of an outage is one line, and its repeats are one more", async () => {
  const { instance, database } = service;
  await instance.api.create({ slug: "outage" });
  const { server } = instance;
  const written = () => server.output().split("\n");
  const load = new Load({ url: () => server.url, slug: () => "outage" });
  const strangers = new Load({
    url: () => server.url,
    slug: () => `unknown-${Math.floor(Math.random() * 1e9)}`,
    pauseMs: 20,
  });
  try {
    await load.reached(50);
    const before = written().length - 1;
    await database.crash();
    const from = performance.now();
    await sleep(5_000);
    await Promise.all([load.reached(500, from), strangers.reached(100, from)]);
    const during = written()
      .slice(before)
      .filter((line) => line !== "");
    const messages = during.map((line) => (JSON.parse(line) as Line).msg);
    expect(messages).toContain("the database is unavailable; visits go to the journal");
    expect(messages).toContain("a visit failed");
    // The reasons differ: refused, closed, timed out. No line repeats within its minute.
    expect(new Set(during.map(withoutTime)).size, during.join("\n")).toBe(during.length);
    expect(during.length, during.join("\n")).toBeLessThan(40);
  } finally {
    await Promise.all([load.stop(), strangers.stop()]);
  }
  await database.restart();
  await instance.untilDrained();
  await instance.stop();
  const repeated = written().flatMap((line) =>
    line.includes('"repeated":') ? [(JSON.parse(line) as Line).repeated ?? 0] : [],
  );
  expect(Math.max(...repeated), "what was not written was counted").toBeGreaterThan(10);
});

function withoutTime(line: string): string {
  return JSON.stringify({ ...(JSON.parse(line) as object), time: undefined });
}
