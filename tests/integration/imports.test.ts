// Run: all
import { beforeAll, describe, expect, it } from "vitest";
import { DashboardClient, owner } from "../support/dashboard";
import { RawConnection } from "../support/raw-connection";
import { ways } from "../support/run";
import { useSharedService } from "../support/service";

/** A file of links arrives whole or is refused before a row is written (promise 26). */
const mb = 1_048_576;
const path = "/dashboard/settings/data/import?format=csv";

/**
 * A file of exactly so many bytes, most of them in a column that is not ours; a destination comes
 * last.
 */
function csvOf(name: string, bytes: number): { file: string; rows: number; lastUrl: string } {
  const header = "ignored,slug,url\n";
  const rowBytes = 60_000;
  const rows = Math.floor((bytes - header.length) / rowBytes);
  const spare = bytes - header.length - rows * rowBytes;
  const lastUrl = `https://example.com/${"x".repeat(1_000)}`;
  const line = (index: number) => {
    const end = `,${name}-${index},${lastUrl}\n`;
    return "i".repeat(rowBytes + (index === rows - 1 ? spare : 0) - end.length) + end;
  };
  return {
    file: header + Array.from({ length: rows }, (_, index) => line(index)).join(""),
    rows,
    lastUrl,
  };
}

describe.each(ways)("an import in the %s", (way) => {
  const service = useSharedService(way);
  let client: DashboardClient;

  beforeAll(async () => {
    client = new DashboardClient(service.server);
    await client.submit("/dashboard/sign-in", owner);
  });

  const headers = () => ({ Origin: service.server.url, "Content-Type": "text/csv" });
  const send = (file: string, more: Record<string, string> = {}, target = path) =>
    client.send(target, {
      method: "POST",
      body: file,
      headers: {
        ...headers(),
        Connection: "close",
        "Content-Length": String(file.length),
        ...more,
      },
    });
  const countOf = async (name: string) =>
    (
      await service.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM "Link" WHERE "slug" LIKE $1`,
        [`${name}-%`],
      )
    )[0]?.n;

  it.each([
    ["12 MB", 12 * mb],
    ["31 MB", 31 * mb],
    ["32 MB to the byte", 32 * mb],
  ])("of %s is imported completely", { timeout: 60_000 }, async (title, bytes) => {
    const name = `whole-${title.slice(0, 2)}`;
    const { file, rows, lastUrl } = csvOf(name, bytes);
    expect(file).toHaveLength(bytes);
    const { status, body } = await send(file);
    expect([status, JSON.parse(body.trim().split("\n").at(-1) ?? "")]).toMatchObject([
      200,
      { rows, created: rows, refused: 0 },
    ]);
    expect(await countOf(name)).toBe(rows);
    expect((await service.api.get(`${name}-${rows - 1}`)).url).toBe(lastUrl);
  });

  it("sent to the API is imported completely, or refused if it is larger", {
    timeout: 60_000,
  }, async () => {
    const { file, rows } = csvOf("api", 32 * mb);
    const toApi = { Authorization: `Bearer ${service.server.token}`, Origin: "" };
    const answer = await send(file, toApi, "/api/links/import");
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      200,
      { source: "csv", rows, created: rows, refused: 0 },
    ]);
    expect(await countOf("api")).toBe(rows);
    const refused = await send(`${csvOf("api-large", 32 * mb).file}\n`, toApi, "/api/links/import");
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      413,
      { code: "payload_too_large" },
    ]);
    expect(await countOf("api-large")).toBe(0);
  });

  it.each([
    ["with its length declared", {}],
    ["chunked", { "Content-Length": "", "Transfer-Encoding": "chunked" }],
  ])("of more than 32 MB is refused and writes nothing, %s", async (_, more) => {
    const { file } = csvOf("large", 33 * mb);
    const { status, body } = await send(file, more);
    expect([status, JSON.parse(body)]).toMatchObject([413, { code: "payload_too_large" }]);
    expect(await countOf("large")).toBe(0);
  });

  it("that is aborted writes nothing", async () => {
    const { file } = csvOf("cut", 2 * mb);
    for (const [framing, part] of [
      [`Content-Length: ${file.length}`, file.slice(0, mb)],
      ["Transfer-Encoding: chunked", `${file.length.toString(16)}\r\n${file.slice(0, mb)}`],
    ]) {
      for (const leave of ["abort", "end"] as const) {
        const connection = new RawConnection(service.server);
        await connection.send(
          `POST ${path} HTTP/1.1\r\nHost: ${new URL(service.server.url).host}\r\nCookie: ${client.cookieHeader()}\r\n`,
        );
        await connection.send(`Origin: ${service.server.url}\r\n${framing}\r\n\r\n${part}`);
        connection[leave]();
        await connection.closed;
      }
    }
    const { file: after } = csvOf("after", mb);
    expect((await send(after)).status).toBe(200);
    expect(await countOf("cut")).toBe(0);
    expect(service.server.output()).not.toMatch(/\n\s+at .*[:/]/);
  });

  it.each([
    "/dashboard/settings/data/import/?format=csv",
    "/dashboard/settings/data/%69mport?format=csv",
  ])("to %s is imported completely or not at all", async (target) => {
    const name = `odd${target.length}`;
    const { file, rows } = csvOf(name, 12 * mb);
    const { status } = await send(
      file,
      { "Content-Length": "", "Transfer-Encoding": "chunked" },
      target,
    );
    expect([200, 404, 400]).toContain(status);
    expect(await countOf(name)).toBe(status === 200 ? rows : 0);
  });
});
