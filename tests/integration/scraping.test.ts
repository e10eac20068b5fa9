// Run: verify
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scrape } from "@/lib/previews/scrape-destination";
import { publicWeb } from "@/lib/previews/scrape-policy";
import { type Destination, page, redirectTo, startDestination } from "../support/destinations";
import { inEnglish } from "../support/in-english";

const html = `<!doctype html><html><head><meta charset="utf-8"><title>Plain title</title>
<meta name="description" content="Plain description">
<meta property="og:title" content="A &quot;good&quot; page &amp; more"><meta property="og:description" content="What
  it is   about"><meta property="og:image" content="/images/a.png?x=1&amp;y=2"><meta property="og:site_name" content="Example">
</head><body><h1>Hello</h1></body></html>`;
const good = {
  title: 'A "good" page & more',
  description: "What it is about",
  siteName: "Example",
};

/** In the encoding of the label; TextEncoder knows UTF-8 only. */
const bytes = {
  shift_jis: Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
  "windows-1252": Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80]),
  "iso-8859-2": Buffer.from([0xbb, 0xbb, 0xbf]),
  gbk: Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
  "euc-kr": Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]),
  "utf-8": Buffer.from("日本"),
};
const titled = (title: Buffer, before = "", after = "") =>
  Buffer.concat([Buffer.from(`${before}<title>`), title, Buffer.from(`</title>${after}`)]);
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

let destination: Destination;
const own = { BASE_URL: "http://go.example", PORT: 3000 };
const large = `<script>${"x".repeat(600 * 1024)}</script>`;
const read = (path: string) =>
  scrape(destination.url + path, publicWeb(own, new Set([destination.host])));

beforeAll(async () => {
  destination = await startDestination({
    "/good": page(html),
    "/gzip": page(gzipSync(html), { "Content-Encoding": "gzip" }),
    "/x-gzip": page(gzipSync(html), { "Content-Encoding": "X-GZIP" }),
    "/brotli": page(brotliCompressSync(html), { "Content-Encoding": "br" }),
    "/gzip-cut-off": page(gzipSync(html + "x".repeat(5_000)).subarray(0, -12), {
      "Content-Encoding": "gzip",
    }),
    "/gzip-not": page(html, { "Content-Encoding": "gzip" }),
    "/zstd": page(html, { "Content-Encoding": "zstd" }),
    "/gzip-twice": page(gzipSync(gzipSync(html)), { "Content-Encoding": "gzip, gzip" }),
    "/xhtml": page(html, { "Content-Type": "application/xhtml+xml" }),
    "/upper": page(html.toUpperCase(), { "Content-Type": "TEXT/HTML;CHARSET=UTF-8" }),
    "/pdf": page("%PDF", { "Content-Type": "application/pdf" }),
    "/json": page("{}", { "Content-Type": "application/json" }),
    "/text": page(html, { "Content-Type": "text/html-not" }),
    "/no-type": (_request, response) => response.writeHead(200).end(html),
    "/empty": page(""),
    "/nothing": page("<html><head></head><body>Hi</body></html>"),
    "/title-only": page("<title> Only\n a title </title>"),
    "/twitter": page(
      '<meta name="twitter:title" content="T"><meta name="twitter:image" content="https://img.example/t.png">',
    ),
    "/unclosed": page(
      '<head><meta property=og:title content=Unquoted><title>never closed <meta property="og:description" content="x">',
    ),
    "/hidden-head-end": page(
      `<head><script>"</head>"</script><!-- </head> --><style></head></style><meta property="og:title" content="After">`,
    ),
    "/after-head": page(
      `<head><title>In</title></head><body><meta property="og:title" content="Out"><title>Out</title>`,
    ),
    "/large-head": page(
      `<head><title>Before</title>${large}<meta property="og:title" content="Behind"></head>`,
    ),
    "/large-head-gzip": page(gzipSync(`<head><title>Before</title>${large}</head>`), {
      "Content-Encoding": "gzip",
    }),
    "/large-head-brotli": page(brotliCompressSync(`<head><title>Before</title>${large}</head>`), {
      "Content-Encoding": "br",
    }),
    "/large-nothing": page(`<head>${large}<title>Behind</title></head>`),
    "/large-nothing-gzip": page(gzipSync(`<head>${large}<title>Behind</title></head>`), {
      "Content-Encoding": "gzip",
    }),
    "/large-nothing-brotli": page(
      brotliCompressSync(`<head>${large}<title>Behind</title></head>`),
      { "Content-Encoding": "br" },
    ),
    "/base": page(`<base href="https://cdn.example/x/"><meta property="og:image" content="i.png">`),
    "/images": page(
      [
        "javascript:alert(1)",
        "data:image/png;base64,AA",
        "http://",
        "https://a:b@img.example/",
        `https://img.example/${"x".repeat(3_000)}`,
        "ok.png",
      ]
        .map((image) => `<meta property="og:image" content="${image}">`)
        .join(""),
    ),
    "/long": page(
      ["title", "description", "site_name"]
        .map((name) => `<meta property="og:${name}" content="${name}\u0007 ${"😀".repeat(4_000)}">`)
        .join(""),
    ),
    "/many-tags": page(`<head>${'<meta property="og:title" content="x">'.repeat(20_000)}`),
    "/deep": page(`<title>Deep</title>${"<a>".repeat(170_000)}`),
    "/label-header": page(titled(bytes.shift_jis), {
      "Content-Type": "text/html; charset=Shift_JIS",
    }),
    "/label-quoted": page(titled(bytes["iso-8859-2"]), {
      "Content-Type": 'text/html; x=y; charset="iso-8859-2"',
    }),
    "/label-meta": page(titled(bytes.gbk, '<meta charset="gb2312">'), {
      "Content-Type": "text/html",
    }),
    "/label-pragma": page(
      titled(
        bytes["euc-kr"],
        '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">',
      ),
      {
        "Content-Type": "text/html",
      },
    ),
    "/label-latin": page(titled(bytes["windows-1252"], '<meta charset="iso-8859-1">'), {
      "Content-Type": "text/html",
    }),
    "/label-none": page(titled(bytes["utf-8"]), { "Content-Type": "text/html" }),
    "/label-unknown": page(titled(bytes["utf-8"]), {
      "Content-Type": "text/html; charset=klingon",
    }),
    "/label-utf16": page(utf16("<title>日本</title></head>"), { "Content-Type": "text/html" }),
    "/label-lies": page(titled(bytes["windows-1252"]), {
      "Content-Type": "text/html; charset=utf-8",
    }),
    "/404": page(html, {}, 404),
    "/500": page(html, {}, 500),
    ...Object.fromEntries(
      [401, 403, 410, 429, 999].map((status) => [`/${status}`, page(html, {}, status)]),
    ),
    "/304": (_request, response) => response.writeHead(304).end(),
    "/204": (_request, response) => response.writeHead(204).end(),
    "/hops": (request, response) => {
      const left = Number(new URL(request.url ?? "", "http://x").searchParams.get("left"));
      if (left === 0) page(html)(request, response);
      else
        redirectTo(`?left=${left - 1}#part`, [301, 302, 303, 307, 308][left % 5])(
          request,
          response,
        );
    },
    "/loop": redirectTo("/loop"),
    "/to-utf8": redirectTo("/日本"),
    "/%E6%97%A5%E6%9C%AC": page(html),
    "/to-nowhere": redirectTo("http://["),
    "/to-file": redirectTo("file:///etc/passwd"),
    "/to-credentials": redirectTo("http://a:b@127.0.0.1/"),
    "/no-location": (_request, response) => response.writeHead(302).end(),
    "/cookies": (request, response) =>
      request.url === "/cookies"
        ? response.writeHead(302, { Location: "/cookies?again", "Set-Cookie": "a=b" }).end()
        : page(`<title>${request.headers.cookie ?? "none"}</title>`)(request, response),
    "/hangs-up": (request) => request.socket.destroy(),
    "/large-headers": page(html, { "X-Large": "x".repeat(20_000) }),
    "/not-http": (request) => request.socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
  });
});
afterAll(() => destination.close());

describe("a page's metadata", () => {
  it.each(["/good", "/gzip", "/x-gzip", "/brotli", "/gzip-cut-off", "/xhtml", "/to-utf8"])(
    "is read from %s",
    async (path) => {
      expect(await read(path)).toEqual({
        card: { ...good, image: `${destination.url}/images/a.png?x=1&y=2` },
        failure: null,
        health: "reachable",
        endHost: "127.0.0.1",
      });
    },
  );

  it.each([
    ["/nothing", { title: null, description: null, image: null, siteName: null }],
    ["/empty", { title: null, description: null, image: null, siteName: null }],
    ["/title-only", { title: "Only a title", description: null }],
    ["/twitter", { title: "T", image: "https://img.example/t.png" }],
    ["/unclosed", { title: "Unquoted" }],
    ["/hidden-head-end", { title: "After" }],
    ["/after-head", { title: "In" }],
    ["/large-head", { title: "Before" }],
    ["/large-head-gzip", { title: "Before" }],
    ["/large-head-brotli", { title: "Before" }],
    ["/base", { image: "https://cdn.example/x/i.png" }],
    ["/many-tags", { title: "x" }],
    ["/deep", { title: "Deep" }],
    ["/upper", { title: 'A "GOOD" PAGE & MORE' }],
  ])("%s", async (path, card) => {
    expect(await read(path)).toMatchObject({ card, failure: null });
  });

  it("keeps only fetchable images", async () => {
    expect((await read("/images")).card?.image).toBe(`${destination.url}/ok.png`);
  });

  it("truncates long values and drops control characters", async () => {
    const { card } = await read("/long");
    expect(
      [card?.title, card?.description, card?.siteName].map((text) => [...(text ?? "")].length),
    ).toEqual([300, 1_000, 100]);
    expect(card?.title).toMatch(/^title 😀+$/u);
  });

  it.each([
    ["/label-header", "日本語"],
    ["/label-quoted", "ťťż"],
    ["/label-meta", "中文"],
    ["/label-pragma", "한글"],
    ["/label-latin", "Café €"],
    ["/label-none", "日本"],
    ["/label-unknown", "日本"],
    ["/label-utf16", "日本"],
    ["/label-lies", "Caf"],
  ])("reads the characters of %s", async (path, title) => {
    expect((await read(path)).card?.title).toBe(title);
  });

  it("sends its user agent and accepted types", async () => {
    destination.requests.length = 0;
    await read("/good");
    expect(destination.requests.map(({ method, headers }) => ({ method, headers }))).toEqual([
      {
        method: "GET",
        headers: {
          accept: "text/html,application/xhtml+xml",
          "accept-encoding": "gzip, br",
          connection: "close",
          host: destination.host,
          "user-agent": "SluglineBot/1.0 (link previews; +http://go.example)",
        },
      },
    ]);
  });

  it("sends no cookies", async () => {
    expect((await read("/cookies")).card?.title).toBe("none");
  });
});

describe("redirects", () => {
  it("are followed up to five times", async () => {
    expect((await read("/hops?left=5")).card?.title).toBe(good.title);
    expect((await read("/hops?left=6")).failure?.code).toBe("too_many_redirects");
  });
});

describe("unreadable destinations", () => {
  it.each([
    ["/404", "status"],
    ["/500", "status"],
    ["/204", "not_html"],
    ["/missing", "status"],
    ["/no-location", "status"],
    ["/pdf", "not_html"],
    ["/json", "not_html"],
    ["/text", "not_html"],
    ["/no-type", "not_html"],
    ["/gzip-not", "unreadable"],
    ["/zstd", "unreadable"],
    ["/gzip-twice", "unreadable"],
    ["/loop", "too_many_redirects"],
    ["/to-nowhere", "url_not_allowed"],
    ["/to-file", "url_not_allowed"],
    ["/to-credentials", "url_not_allowed"],
    ["/hangs-up", "unreachable"],
    ["/large-headers", "unreadable"],
    ["/not-http", "unreadable"],
  ])("%s: %s", async (path, code) => {
    expect(inEnglish(await read(path))).toMatchObject({
      card: null,
      failure: { code, sentence: expect.stringMatching(/^[A-Z].*\.$/) },
    });
  });

  it.each(["/large-nothing", "/large-nothing-gzip", "/large-nothing-brotli"])(
    "%s: no metadata in the first 512 KB",
    async (path) => {
      expect(inEnglish(await read(path))).toEqual({
        card: null,
        failure: { code: "unreadable", sentence: "The first 512 kB have no title or metadata." },
        health: "reachable",
        endHost: "127.0.0.1",
      });
    },
  );

  it.each([
    ["/404", "broken"],
    ["/410", "broken"],
    ["/500", "broken"],
    ["/hangs-up", "broken"],
    ["/401", "refusing"],
    ["/403", "refusing"],
    ["/429", "refusing"],
    ["/999", "refusing"],
    ["/loop", "refusing"],
    ["/pdf", "reachable"],
    ["/204", "reachable"],
    ["/304", "reachable"],
    ["/no-location", "reachable"],
    ["/large-nothing", "reachable"],
    ["/to-file", "unknown"],
  ])("%s: the destination is %s", async (path, health) => {
    expect(await read(path)).toMatchObject({ card: null, health });
  });

  it("an unreachable server", async () => {
    const gone = await startDestination({});
    await gone.close();
    expect(await scrape(gone.url, publicWeb(own, new Set([gone.host])))).toMatchObject({
      failure: { code: "unreachable" },
      health: "broken",
    });
  });

  it("a server without TLS", async () => {
    const secure = publicWeb(own, new Set([destination.host]));
    expect(await scrape(destination.url.replace("http:", "https:"), secure)).toMatchObject({
      failure: { code: "certificate" },
      health: "broken",
    });
  });

  it("a name that does not exist", async () => {
    // The machine's own name server may be slow for a moment.
    await expect
      .poll(() => scrape("http://nowhere.invalid/", publicWeb(own, new Set())))
      .toMatchObject({ failure: { code: "host_not_found" }, health: "broken" });
  });
});
