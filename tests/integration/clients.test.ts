// Run: all
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { SluglineError, slugline } from "@/docs/client/slugline";
import { useSharedService } from "../support/service";

const service = useSharedService();
const awkward = `https://example.com/a?b="c"&d='e'&f=\\g`;
const shortUrl = (slug: string) =>
  `${service.server.url.replace("127.0.0.1", "localhost")}/${slug}`;

async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      SLUGLINE_URL: service.server.url,
      SLUGLINE_TOKEN: service.server.token,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  return { output, errors, code };
}

describe("the TypeScript client", () => {
  const client = (token = service.server.token) => slugline({ baseUrl: service.server.url, token });

  it("creates, lists, changes, counts and deletes links", async () => {
    const made = await client().createLink({ url: awkward, slug: "from-typescript", title: null });
    expect(made).toEqual(await service.api.get("from-typescript"));
    expect(
      (await client().listLinks({ q: "from-typescript", limit: 1, enabled: true })).links,
    ).toEqual([made]);
    expect((await client().updateLink("from-typescript", { enabled: false })).enabled).toBe(false);
    const statistics = await client().getLinkStatistics("from-typescript", {
      days: 7,
      country: ["NL", "!DE"],
      interval: "day",
    });
    expect([statistics.clicksByDay.length, statistics.series?.length]).toEqual([7, 7]);
    const { totalLinks } = await service.api.globalStats();
    expect((await client().getStatistics()).totalLinks).toBe(totalLinks);
    expect(
      await (
        await client().getLinkQrCode(
          "from-typescript",
          {},
          { headers: { Accept: "image/svg+xml" } },
        )
      ).text(),
    ).toMatch(/^<svg/);
    expect(await client().deleteLink("from-typescript")).toBeUndefined();
    await expect(client().getLink("from-typescript")).rejects.toMatchObject({
      status: 404,
      problem: { code: "not_found" },
    });
  });

  it("throws what the API refuses", async () => {
    const refused = await client("wrong")
      .listLinks()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SluglineError);
    expect(refused).toMatchObject({
      status: 401,
      problem: { code: "unauthorized" },
      message: expect.stringContaining("API token"),
    });
    await expect(client().createLink({ url: "ftp://x" })).rejects.toThrow(/url must be/);
    await expect(client().getLink("../stats")).rejects.toMatchObject({ status: 404 });
  });
});

describe("the shell function", () => {
  const shorten = (args: string[], env?: Record<string, string>) =>
    run("sh", ["-c", '. docs/client/slugline.sh; shorten "$@"', "sh", ...args], env);

  it("prints the short URL", async () => {
    expect(await shorten([awkward, "from-shell"])).toEqual({
      output: `${shortUrl("from-shell")}\n`,
      errors: "",
      code: 0,
    });
    expect((await service.api.get("from-shell")).url).toBe(awkward);
    expect((await shorten(["https://example.com/"])).output).toMatch(/\/\w{7}\n$/);
  });

  it("says what the API refuses", async () => {
    expect(await shorten(["https://example.com/", "a b"])).toMatchObject({
      output: "",
      errors: expect.stringMatching(/^slug must be/),
      code: 1,
    });
    expect(await shorten(["https://example.com/"], { SLUGLINE_TOKEN: "wrong" })).toMatchObject({
      output: "",
      errors: expect.stringMatching(/^Send the API token/),
      code: 1,
    });
    expect(await shorten([])).toMatchObject({ output: "", code: 2 });
    expect(
      await shorten(["https://example.com/"], { SLUGLINE_URL: "http://127.0.0.1:1" }),
    ).toMatchObject({ output: "", code: 1 });
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("the Python client", () => {
  const python = (args: string[], env?: Record<string, string>) =>
    run("python3", ["docs/client/slugline.py", ...args], env);

  it("creates one link, and many from a CSV file", async () => {
    expect(await python(["create", awkward, "from-python"])).toEqual({
      output: `${shortUrl("from-python")}\n`,
      errors: "",
      code: 0,
    });
    expect((await service.api.get("from-python")).url).toBe(awkward);
    const folder = mkdtempSync(join(tmpdir(), "slugline-csv-"));
    const file = join(folder, "links.csv");
    writeFileSync(
      file,
      '\ufeffurl,slug,title\nhttps://example.com/1,table-1,"One, or more"\nftp://x,,\nhttps://example.com/2,table-2,\n',
    );
    const imported = await python(["import", file]);
    rmSync(folder, { recursive: true });
    expect(imported).toEqual({
      output: "table-1\ntable-2\n",
      errors: expect.stringMatching(/^row 3: url must be/),
      code: 1,
    });
    expect((await service.api.get("table-1")).title).toBe("One, or more");
  });

  it("imports what is exported for Excel", async () => {
    const link = { url: "https://example.com/excel", slug: "0042", title: "=1+1" };
    await service.api.create(link);
    const answer = await fetch(
      `${service.server.url}/api/links/export.csv?q=0042&excel=semicolon&timezone=Asia/Kolkata`,
      { headers: { Authorization: `Bearer ${service.server.token}` } },
    );
    const csv = await answer.text();
    expect(csv).toMatch(/^\ufeff"slug";.*\r\n"'0042";/);
    await service.api.remove("0042");
    const folder = mkdtempSync(join(tmpdir(), "slugline-csv-"));
    const file = join(folder, "links.csv");
    writeFileSync(file, csv);
    const imported = await python(["import", file]);
    rmSync(folder, { recursive: true });
    expect(imported).toEqual({ output: "0042\n", errors: "", code: 0 });
    expect(await service.api.get("0042")).toMatchObject(link);
  });

  it("says that the server is down", async () => {
    expect(await python(["export"], { SLUGLINE_URL: "http://127.0.0.1:1" })).toEqual({
      output: "",
      errors: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not answer: .*refused/),
      code: 1,
    });
  });

  it("exports all links, more than a page of them", async () => {
    await service.sql(
      `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 'many-' || n, 'https://example.com/', now(), now() FROM generate_series(1, 250) n`,
    );
    const { output } = await python(["export"]);
    const { total } = await service.api.list();
    const slugs = (JSON.parse(output) as { slug: string }[]).map(({ slug }) => slug);
    expect([slugs.length, new Set(slugs).size]).toEqual([total, total]);
    expect(total).toBeGreaterThan(250);
  });

  it("says what the API refuses", async () => {
    expect(await python(["create", "https://example.com/", "a b"])).toMatchObject({
      output: "",
      errors: expect.stringMatching(/^slug must be/),
      code: 1,
    });
    expect(
      await python(["create", "https://example.com/"], { SLUGLINE_TOKEN: "wrong" }),
    ).toMatchObject({
      errors: expect.stringMatching(/^Send the API token/),
      code: 1,
    });
  });
});
