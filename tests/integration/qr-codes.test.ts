// Run: all
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { plainQr, qrMatrix, qrSvg } from "@/lib/links/qr";
import { qrText } from "@/lib/links/qr-text";
import type { Problem } from "../support/contract";
import { readPng } from "../support/pictures";
import { useSharedService } from "../support/service";
import { readTerminalQr } from "../support/terminal";

const service = useSharedService();

describe("GET /api/links/<slug>/qr", () => {
  const ask = (slug: string, headers: Record<string, string> = {}, query = "") =>
    fetch(`${service.server.url}/api/links/${slug}/qr${query}`, {
      headers: { Authorization: `Bearer ${service.server.token}`, ...headers },
    });

  it("is an SVG of the short link", async () => {
    const { slug, shortUrl } = await service.api.create({});
    const response = await ask(slug);
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("vary"),
    ]).toEqual([200, "image/svg+xml", expect.stringMatching(/\bAccept\b/)]);
    expect(await response.text()).toBe(qrSvg(shortUrl));
  });

  it("is text for a terminal, if the client prefers that", async () => {
    const { slug, shortUrl } = await service.api.create({});
    const response = await ask(slug, { Accept: "text/plain" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(readTerminalQr(await response.text())).toBe(shortUrl);
  });

  it("is a PNG of the size asked for", async () => {
    const { slug, shortUrl } = await service.api.create({});
    const response = await ask(
      slug,
      { Accept: "text/plain" },
      "?format=png&size=300&margin=2&color=036&level=H&utm_source=poster&utm_medium=print",
    );
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const picture = readPng(Buffer.from(await response.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([300, 300]);
    expect(decodeQR(picture)).toBe(`${shortUrl}?utm_source=poster&utm_medium=print`);
    const usual = readPng(Buffer.from(await (await ask(slug, {}, "?format=png")).arrayBuffer()));
    expect([usual.width, decodeQR(usual)]).toEqual([qrMatrix(shortUrl).length * 8, shortUrl]);
  });

  it("is an SVG with the design asked for, whatever the client accepts", async () => {
    const { slug, shortUrl } = await service.api.create({});
    const response = await ask(
      slug,
      { Accept: "text/plain" },
      "?format=svg&size=500&margin=0&color=%23aa0000&level=low",
    );
    const expected = qrSvg(shortUrl, { ...plainQr, ink: "#aa0000", level: "low", quietZone: 0 });
    expect(await response.text()).toBe(
      expected.replace(/width="\d+" height="\d+"/, 'width="500" height="500"'),
    );
  });

  it.each([
    ["format", "format=gif"],
    ["size", "size=0"],
    ["size", "size=4097"],
    ["size", "format=png&size=20"],
    ["margin", "margin=-1"],
    ["margin", "margin=41"],
    ["color", "color=red"],
    ["color", "color=ffff00"],
    ["level", "level=x"],
    ["level", "level=constructor"],
    ["level", `level=high&utm_source=${"%C3%BC".repeat(255)}&utm_medium=${"%C3%BC".repeat(255)}`],
  ])("refuses %s: %s", async (field, query) => {
    const { slug } = await service.api.create({});
    const response = await ask(slug, {}, `?${query}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Problem).errors.map(({ path }) => path)).toEqual([field]);
  });

  it("counts nothing", async () => {
    const { slug, id } = await service.api.create({});
    await ask(slug);
    expect(await service.api.get(slug)).toMatchObject({ clickCount: 0, botHitCount: 0 });
    const uncounted = `SELECT FROM "UncountedVisit" WHERE "linkId" = $1`;
    expect(await service.sql(uncounted, [id])).toEqual([]);
  });
});

describe("npm run qr", () => {
  async function run(slug: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, ["scripts/database.mjs", "qr", ...slug], {
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    return { output, errors: errors.trim(), code };
  }
  const token = () => ({ API_TOKEN: service.server.token });
  const port = () => ({ PORT: new URL(service.server.url).port });

  it.each(["PORT", "BASE_URL"])("prints the code of the service at %s", async (variable) => {
    const { slug, shortUrl } = await service.api.create({});
    const place = variable === "PORT" ? port() : { BASE_URL: service.server.url };
    const { output, errors, code } = await run([slug], { ...token(), ...place });
    expect([code, errors]).toEqual([0, ""]);
    // Without colours, because this is no terminal.
    expect(output).toBe(stripVTControlCharacters(qrText(shortUrl)));
    expect(output).not.toBe(qrText(shortUrl));
  });

  it("says what is wrong", async () => {
    const data = mkdtempSync(join(tmpdir(), "slugline-qr-"));
    const other = createServer((_request, response) => response.end("hello")).listen(
      0,
      "127.0.0.1",
    );
    await once(other, "listening");
    const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const cases: [string[], Record<string, string>, RegExp][] = [
      [[], { ...token(), ...port() }, /^Usage: npm run qr -- SLUG$/m],
      [
        ["no-such-link"],
        { ...token(), ...port() },
        /^There is no link with the slug "no-such-link"\.$/,
      ],
      [["x"], { API_TOKEN: "wrong", ...port() }, /does not know this token/],
      [["x"], { DATA_DIR: data, ...port() }, /^There is no API token/],
      [
        ["x"],
        { ...token(), BASE_URL: "http://127.0.0.1:1" },
        /^There is no answer at http:\/\/127\.0\.0\.1:1\./,
      ],
      [["x"], { ...token(), BASE_URL: otherUrl }, /is not Slugline/],
    ];
    for (const [slug, env, message] of cases) {
      const { output, errors, code } = await run(slug, env);
      expect([code, output], String(message)).toEqual([1, ""]);
      expect(errors).toMatch(message);
    }
    other.close();
    rmSync(data, { recursive: true });
  });
});
