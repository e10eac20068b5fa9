// Run: verify
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { allLanguages } from "@/lib/texts/languages";
import { DashboardClient, owner } from "../support/dashboard";
import { RawConnection } from "../support/raw-connection";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useSharedService();
const path = "/api/links/import";

interface Answer {
  source: string;
  dryRun: boolean;
  importId: string | null;
  rows: number;
  created: number;
  skipped: number;
  refused: number;
  results: { row: number; status: string; slug: string; message?: string; suggestion?: string }[];
  code?: string;
  detail?: string;
}

async function post(query: string, body: BodyInit | null, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.server.url}${path}${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${service.server.token}`, ...headers },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer,
  };
}

const sample = (name: string) => readFileSync(`tests/support/imports/${name}`);
const statusOf = async (slug: string) =>
  (await service.api.call("GET", `/api/links/${slug}`)).status;

describe("POST /api/links/import", () => {
  it("names the recognised source, and creates the links of a file", async () => {
    const dry = await post("?dryRun=true", sample("kutt.json"));
    expect([dry.status, dry.body]).toMatchObject([
      200,
      { source: "kutt", dryRun: true, importId: null, created: 2 },
    ]);
    expect(await statusOf("spring")).toBe(404);

    const { status, headers, body } = await post("", sample("kutt.json"), {
      "Content-Type": "application/json",
    });
    expect([status, body]).toMatchObject([
      200,
      { source: "kutt", dryRun: false, rows: 2, created: 2, skipped: 0, refused: 0 },
    ]);
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.results).toEqual([
      { row: 1, status: "created", slug: "spring" },
      { row: 2, status: "created", slug: "bad" },
    ]);
    // The client checks that a link has exactly the fields of the contract.
    expect(await service.api.get("spring")).toMatchObject({
      title: "Spring sale",
      url: "https://example.com/spring",
      clickCount: 0,
      createdAt: "2022-03-04T05:06:07.000Z",
      expiresAt: "2030-04-30T00:00:00.000Z",
      enabled: true,
    });
    expect((await service.api.get("bad")).enabled).toBe(false);
    expect((await visit(service.server, "/spring")).headers.location).toBe(
      "https://example.com/spring",
    );

    expect((await post("?source=kutt", sample("kutt.json"))).body).toMatchObject({
      created: 0,
      skipped: 2,
      refused: 0,
    });
  });

  it("refuses what it cannot read, and says what to do", async () => {
    expect(await post("", "a,b\n1,2")).toMatchObject({
      status: 400,
      body: { code: "validation_failed", detail: expect.stringContaining("column") },
    });
    expect(await post("", "[{]")).toMatchObject({ status: 400, body: { code: "malformed_json" } });
    expect(await post("?source=goo.gl", "url\nhttps://example.com/")).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
    expect(await post("?dryRun=maybe", "url\nhttps://example.com/")).toMatchObject({ status: 400 });
    expect(await post("", "x".repeat(33 * 1_048_576))).toMatchObject({
      status: 413,
      body: { code: "payload_too_large" },
    });
    expect(await post("", null)).toMatchObject({ status: 400 });
  });

  it("says what it read the file as, what it left out, and which rows it did not read for certain", async () => {
    const file = Buffer.from(
      "url;slug;Eigentümer\nhttps://example.com/über;exact-1;Müller\nhttps://example.com/x;y;z;exact-2\n",
      "latin1",
    );
    for (const dryRun of [true, false]) {
      expect(await post(`?dryRun=${dryRun}`, new Uint8Array(file))).toMatchObject({
        status: 200,
        body: {
          ...{
            source: "csv",
            format: "csv",
            encoding: "windows-1252",
            separator: ";",
            unusedColumns: ["Eigentümer"],
            created: 1,
            refused: 1,
          },
          results: [
            { row: 2, status: "created", slug: "exact-1" },
            {
              row: 3,
              status: "refused",
              slug: "y",
              message: expect.stringMatching(/Line 3: .*4 fields/),
            },
          ],
        },
      });
    }
    expect((await service.api.get("exact-1")).url).toBe("https://example.com/über");
    expect(await statusOf("y")).toBe(404);
  });

  it("undoes an import", async () => {
    const { body } = await post(
      "",
      "url,slug\nhttps://example.com/,undo-a\nhttps://example.com/,undo-b",
    );
    await visit(service.server, "/undo-b", { headers: { "user-agent": browsers.iphone } });
    await expect.poll(async () => (await service.api.get("undo-b")).clickCount).toBe(1);
    expect(await post(`?undo=${body.importId}`, null)).toMatchObject({
      status: 200,
      body: { deleted: 1, kept: 1, keptSlugs: ["undo-b"] },
    });
    expect([await statusOf("undo-a"), await statusOf("undo-b")]).toEqual([404, 200]);
    expect((await visit(service.server, "/undo-a")).status).toBe(404);
    expect((await post(`?undo=${body.importId}`, null)).status).toBe(404);
    expect((await post("?undo=7", null)).status).toBe(400);
  });
});

describe("the dashboard", () => {
  let client: DashboardClient;
  beforeAll(async () => {
    client = new DashboardClient(service.server);
    await client.submit("/dashboard/sign-in", owner);
  });
  const upload = async (query: string, body: string) => {
    const answer = await client.send(`/dashboard/settings/data/import${query}`, {
      method: "POST",
      body,
      headers: { Origin: service.server.url },
    });
    return answer.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  it("says what it takes a file for, or which columns there are", async () => {
    expect(await upload("?dryRun=true", sample("yourls.csv").toString())).toMatchObject([
      {
        source: "yourls",
        label: "YOURLS",
        names: ["keyword", "url", "title", "timestamp", "ip", "clicks"],
        format: "csv",
        encoding: "utf-8",
        separator: ",",
        unusedColumns: ["ip"],
      },
      { rows: 2 },
    ]);
    expect(await upload("", "Code;Where to\nx;https://example.com/")).toEqual([
      {
        source: null,
        label: "",
        names: ["Code", "Where to"],
        problem: expect.stringContaining("destination"),
      },
    ]);
    const [, report] = await upload(
      "?url=Where+to&slug=Code",
      "Code;Where to\ndash-mapped;https://example.com/",
    );
    expect(report).toMatchObject({ created: 1, refused: 0, problems: [] });
    expect(report).not.toHaveProperty("results");
    expect((await client.get("/dashboard/settings/data")).body).toContain("Recent imports");
  });

  it.each(allLanguages)("takes back a file for spreadsheets with heads in %s", async (language) => {
    const [slug, title] = [`sheet-${language.toLowerCase()}`, "Ärger, ünd; 3-4"];
    const expiresAt = "2031-05-06T07:08:09.000Z";
    const { url } = await service.api.create({ slug, title, expiresAt, tags: ["heads"] });
    const file = await client.get(`/dashboard/settings/data/export?excel=1&slug=${slug}`, {
      "accept-language": language,
    });
    const [heads = ""] = file.body.split("\r\n");
    expect(heads).not.toContain("botHitCount");
    await service.api.remove(slug);
    const { body } = await post("", file.body);
    expect(body).toMatchObject({ source: "slugline", created: 1, refused: 0 });
    expect(await service.api.get(slug)).toMatchObject({ url, title, expiresAt, tags: ["heads"] });
  });

  it("shows the clicks from before apart, before and after the first click", async () => {
    await post("", "keyword,url,clicks\nmoved,https://example.com/,4120");
    expect(await service.api.get("moved")).toMatchObject({ clickCount: 0 });
    const text = async () =>
      (await client.get("/dashboard/links/moved")).body.replace(/<!-- -->/g, "");
    expect(await text()).toContain("+ 4,120 before Slugline");
    await visit(service.server, "/moved", { headers: { "user-agent": browsers.windows } });
    await expect.poll(async () => (await service.api.get("moved")).clickCount).toBe(1);
    expect(await text()).toContain("+ 4,120 before Slugline");
    const file = await client.get("/dashboard/settings/data/export?format=json&slug=moved");
    expect(JSON.parse(file.body)).toMatchObject([
      { slug: "moved", clickCount: 1, importedClicks: 4_120 },
    ]);
  });
});

describe("uploads", () => {
  const csv = "url\nhttps://example.com/\n";

  /** Sends the head and a part of the file. */
  function hold(length = 1_000): RawConnection {
    const connection = new RawConnection(service.server);
    const head = `POST ${path}?dryRun=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.server.token}\r\n`;
    void connection.send(`${head}Content-Length: ${length}\r\n\r\n${csv}`);
    return connection;
  }

  /** A whole upload that is not answered while others hold all places. */
  async function postWaiting(): Promise<{ answer: ReturnType<typeof post> }> {
    return vi.waitFor(async () => {
      let isAnswered = false;
      const answer = post("?dryRun=true", csv);
      void answer.then(() => {
        isAnswered = true;
      });
      for (let reads = 0; reads < 5; reads++) await statusOf("no-such-link");
      expect(isAnswered).toBe(false);
      return { answer };
    }, 30_000);
  }

  it("wait while two are under way, and get the place of one whose client left", async () => {
    const held = [hold(), hold()];
    const { answer } = await postWaiting();
    const gone = hold(csv.length);
    gone.end();
    expect(await gone.next()).toBeNull();
    held[0]?.abort();
    expect((await answer).status).toBe(200);
    held[1]?.abort();
    expect((await post("?dryRun=true", csv)).status).toBe(200);
  });

  it.each([
    ["compressed", gzipSync],
    ["not compressed", (text: string) => Buffer.from(text)],
  ])("with Content-Encoding: gzip are read, %s, like other bodies", async (_, bytesOf) => {
    const headers = { "Content-Encoding": "gzip" };
    const file = await post("?dryRun=true", new Uint8Array(bytesOf(csv)), headers);
    expect([file.status, file.body.created]).toEqual([200, 1]);
    const link = await fetch(`${service.server.url}/api/links`, {
      method: "POST",
      headers: {
        ...headers,
        Authorization: `Bearer ${service.server.token}`,
        "Content-Type": "application/json",
      },
      body: new Uint8Array(bytesOf('{"url":"https://example.com/encoded"}')),
    });
    expect(link.status).toBe(201);
  });
});
