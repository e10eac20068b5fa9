import { readdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { version } from "@/lib/config/version";
import { checkVersion } from "@/lib/doctor/check-version";
import { askFeed, checkForUpdate, isNewer, lastUpdateAnswer } from "@/lib/doctor/update-check";
import { startDestination } from "../../support/destinations";
import { inEnglish } from "../../support/in-english";
import { useConfig } from "../support/config";
import { temporaryFolder } from "../support/temporary-folder";

const running = new AbortController().signal;
const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** A release feed on this machine, and the requests that it got. */
async function feed(answer: RequestListener): Promise<{ url: string; asked: IncomingMessage[] }> {
  const { url, requests, close } = await startDestination({}, answer);
  stops.push(close);
  return { url: `${url}/latest`, asked: requests };
}

const says =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { "Content-Type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));

describe("askFeed", () => {
  it.each([
    ["a release on GitHub", { tag_name: "v1.2.3", body: "What is new" }, { newest: "1.2.3" }],
    ["a file of one's own", { version: "2.0.0" }, { newest: "2.0.0" }],
    [
      "a version that is not released",
      { tag_name: "v2.0.0-beta.1" },
      { problem: "The response cannot be read." },
    ],
    ["a number", 7, { problem: "The response cannot be read." }],
    ["null", null, { problem: "The response cannot be read." }],
    ["markup", "<html>", { problem: "The response cannot be read." }],
    [
      "a version with markup",
      { version: "9.9.9<script>" },
      { problem: "The response cannot be read." },
    ],
    ["nothing", "", { problem: "The response cannot be read." }],
  ])("reads %s", async (_name, body, answer) => {
    expect(inEnglish(await askFeed((await feed(says(body))).url, running))).toEqual(answer);
  });

  it("reports a status, and a feed that cannot be reached", async () => {
    const { url } = await feed(says({ version: "9.9.9" }, 403));
    expect(inEnglish(await askFeed(url, running))).toEqual({
      problem: "The release feed responded with status 403.",
    });
    await stops.splice(0)[0]?.();
    expect(inEnglish(await askFeed(url, running))).toEqual({
      problem: "The release feed cannot be reached.",
    });
  });

  it("gives up on a feed that is slow, before or within its answer", async () => {
    for (const answer of [
      () => {},
      (_request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
        response.write('{"version":');
      },
    ]) {
      expect(inEnglish(await askFeed((await feed(answer)).url, running, 200))).toEqual({
        problem: "The release feed cannot be reached.",
      });
    }
  });

  it("reads no more than a part of an answer of 10 MB", async () => {
    let sent = 0;
    const isClosed: Promise<void>[] = [];
    const { url } = await feed((_request, response) => {
      isClosed.push(new Promise((resolve) => response.once("close", resolve)));
      const part = Buffer.alloc(64 * 1024, " ");
      const send = () => {
        while (sent < 10 * 1024 * 1024) {
          sent += part.length;
          if (!response.write(part)) return void response.once("drain", send);
        }
        response.end('{"version":"9.9.9"}');
      };
      send();
    });
    expect(inEnglish(await askFeed(url, running))).toEqual({
      problem: "The response cannot be read.",
    });
    await Promise.all(isClosed);
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });

  it("sends nothing that tells one installation from another", async () => {
    const { url, asked } = await feed(says({ version: "1.0.0" }));
    await askFeed(url, running);
    const { host: _, ...headers } = asked[0]?.headers ?? {};
    expect(asked[0]?.url).toBe("/latest");
    expect(headers).toEqual({
      accept: "application/json",
      "accept-encoding": expect.any(String),
      "accept-language": "*",
      connection: "keep-alive",
      "sec-fetch-mode": "cors",
      "user-agent": "Slugline",
    });
  });
});

describe("checkForUpdate", () => {
  const day = new Date("2027-03-04T05:06:07Z");
  const nextDay = new Date("2027-03-05T00:00:00Z");

  it("asks once a day, whatever processes ask, and keeps the last answer", async () => {
    let newest = "1.1.0";
    const { url, asked } = await feed((request, response) =>
      says({ version: newest })(request, response),
    );
    const DATA_DIR = temporaryFolder();
    useConfig({ DATA_DIR, UPDATE_CHECK: url });
    expect(lastUpdateAnswer(DATA_DIR)).toBeNull();
    await Promise.all([
      checkForUpdate(day, running),
      checkForUpdate(day, running),
      checkForUpdate(day, running),
    ]);
    await checkForUpdate(day, running);
    expect([asked.length, lastUpdateAnswer(DATA_DIR)]).toEqual([1, { newest: "1.1.0" }]);
    newest = "1.2.0";
    await checkForUpdate(nextDay, running);
    expect([asked.length, lastUpdateAnswer(DATA_DIR)]).toEqual([2, { newest: "1.2.0" }]);
    expect(readdirSync(DATA_DIR)).toEqual(["update-check-2027-03-05.json"]);
  });

  it("keeps yesterday's answer while today's was cut off, and asks again after a stop", async () => {
    const { url, asked } = await feed(says({ version: "1.1.0" }));
    const DATA_DIR = temporaryFolder();
    useConfig({ DATA_DIR, UPDATE_CHECK: url });
    await checkForUpdate(day, running);
    writeFileSync(join(DATA_DIR, "update-check-2027-03-05.json"), "");
    expect(lastUpdateAnswer(DATA_DIR)).toEqual({ newest: "1.1.0" });
    const later = new Date("2027-03-06T00:00:00Z");
    await checkForUpdate(later, AbortSignal.abort());
    await checkForUpdate(later, running);
    expect(asked).toHaveLength(2);
  });

  it("asks nobody while it is off, or when it cannot remember that it did", async () => {
    const { url, asked } = await feed(says({ version: "1.1.0" }));
    useConfig({ DATA_DIR: temporaryFolder() });
    await checkForUpdate(day, running);
    useConfig({ DATA_DIR: join(temporaryFolder(), "missing"), UPDATE_CHECK: url });
    await expect(checkForUpdate(day, running)).rejects.toThrow("ENOENT");
    expect(asked).toEqual([]);
  });
});

describe("the line in the health check", () => {
  const answered = async (body: unknown) => {
    const DATA_DIR = temporaryFolder();
    useConfig({ DATA_DIR, UPDATE_CHECK: (await feed(says(body))).url });
    await checkForUpdate(new Date(), running);
    return inEnglish(checkVersion());
  };

  it("names the version, and whether there is a newer one", async () => {
    useConfig({ DATA_DIR: temporaryFolder() });
    const finding = expect.stringContaining(`Slugline ${version}`);
    expect(inEnglish(checkVersion())).toEqual({ name: "Version", state: "good", finding });
    expect(await answered({ version: "999.0.0" })).toMatchObject({
      state: "note",
      finding,
      advice: expect.stringContaining("Version 999.0.0 is available."),
    });
    for (const older of ["0.9.0", version])
      expect(await answered({ version: older })).toMatchObject({
        state: "good",
        finding: expect.stringContaining("latest version"),
      });
    expect(await answered("broken")).toMatchObject({
      state: "note",
      finding,
      advice: expect.stringContaining("is unknown"),
    });
  });
});

it.each([
  ["1.0.1", "1.0.0", true],
  ["1.10.0", "1.9.9", true],
  ["2.0.0", "1.99.99", true],
  ["1.0.0", "1.0.0", false],
  ["0.9.9", "1.0.0", false],
  ["1.9.0", "1.10.0", false],
  ["1.1.1", "1.1.1-dev.5+4f0ee14c2b7a", true],
  ["1.1.0", "1.1.1-dev.5+4f0ee14c2b7a", false],
])("%s is newer than %s: %s", (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});
