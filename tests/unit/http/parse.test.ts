import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { parseBody, parseQuery } from "@/lib/http/parse";
import { linkListSchema } from "@/lib/links/list-schema";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { statsQuerySchema } from "@/lib/stats/query/query";
import { say } from "@/lib/texts/say";
import { inEnglish } from "../../support/in-english";
import { refusalOf } from "../support/refusal";

const service = "https://go.example.com";
const newLink = newLinkSchema({ BASE_URL: service, PORT: 3000 });
const anything = z.record(z.string(), z.unknown());

function post(body: BodyInit | null, contentType: string | null = "application/json"): Request {
  const request = new Request(`${service}/api/links`, { method: "POST", body });
  request.headers.delete("content-type");
  if (contentType !== null) request.headers.set("content-type", contentType);
  return request;
}

function streamed(body: ReadableStream<Uint8Array>): Request {
  return new Request(service, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    duplex: "half",
  } as RequestInit);
}

const get = (query: string) => new Request(`${service}/api/links${query}`);

/** A JSON object of exactly `bytes` bytes. */
const objectOf = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;

describe("a body with Content-Encoding", () => {
  const text = '{"a":"\u00e9"}';
  const plain = Buffer.from(text);
  const sent = (body: Buffer, encoding: string) => {
    const request = post(new Uint8Array(body));
    request.headers.set("content-encoding", encoding);
    return parseBody(request, anything);
  };

  it.each([
    ["gzip", gzipSync(plain)],
    ["X-GZIP", gzipSync(plain)],
    ["deflate", deflateSync(plain)],
    ["identity, gzip", gzipSync(plain)],
    ["identity", plain],
    ["", plain],
    ["gzip", plain],
    ["deflate", plain],
  ])("is read, compressed or not: %j", async (encoding, body) => {
    expect(await sent(body, encoding)).toEqual({ body: { a: "\u00e9" }, text });
  });

  it.each([
    ["br", brotliCompressSync(plain)],
    ["gzip, gzip", gzipSync(gzipSync(plain))],
    ["zstd", plain],
  ])("is refused with what to do: %s", async (encoding, body) => {
    const { code, message } = await refusalOf(() => sent(body, encoding));
    expect([code, message]).toEqual([
      "unsupported_media_type",
      expect.stringContaining("Content-Encoding"),
    ]);
  });

  it.each([
    ["cut", gzipSync(plain).subarray(0, -4)],
    ["followed by more", Buffer.concat([gzipSync(plain), plain])],
    ["damaged", Buffer.concat([gzipSync(plain).subarray(0, 10), plain])],
  ])("is refused if it is %s", async (_, body) => {
    const { code, message } = await refusalOf(() => sent(body, "gzip"));
    expect([code, message]).toEqual([
      "malformed_request",
      expect.stringContaining("Content-Encoding"),
    ]);
  });

  it("is limited in its decoded size", async () => {
    const most = 65_536;
    expect((await sent(gzipSync(objectOf(most)), "gzip")).text).toHaveLength(most);
    for (const bytes of [most + 1, 30_000_000])
      expect((await refusalOf(() => sent(gzipSync(objectOf(bytes)), "gzip"))).code).toBe(
        "payload_too_large",
      );
  });
});

describe("parseBody", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    " application/json ;charset=UTF-8",
  ])("accepts %s", async (contentType) => {
    expect(await parseBody(post('{"a":1}', contentType), anything)).toEqual({
      body: { a: 1 },
      text: '{"a":1}',
    });
  });

  it.each([
    null,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "text/json",
    "multipart/form-data",
  ])("refuses the content type %j", async (contentType) => {
    expect((await refusalOf(() => parseBody(post('{"a":1}', contentType), anything))).code).toBe(
      "unsupported_media_type",
    );
  });

  it.each(["", " ", "{", '{"a":1,}', "{'a':1}", "undefined", '{"a":1}x', "NaN", "\0"])(
    "refuses malformed JSON: %j",
    async (body) => {
      expect((await refusalOf(() => parseBody(post(body), anything))).code).toBe("malformed_json");
    },
  );

  it("refuses millions of levels before the parser reads them", async () => {
    const { code, message } = await refusalOf(() =>
      parseBody(post("[".repeat(101)), anything, 1_000),
    );
    expect([code, message]).toEqual([
      "malformed_json",
      "The body has more than 100 levels of brackets.",
    ]);
    const deep = `${"[".repeat(100)}${JSON.stringify('[{"\\'.repeat(100))}${"]".repeat(100)}`;
    expect((await parseBody(post(deep), z.unknown(), 2_000)).text).toBe(deep);
  });

  it("refuses a missing body as malformed", async () => {
    expect((await refusalOf(() => parseBody(post(null), anything))).code).toBe("malformed_json");
  });

  it("accepts 64 KB and not a byte more", async () => {
    await expect(parseBody(post(objectOf(65_536)), anything)).resolves.toHaveProperty("body.a");
    expect((await refusalOf(() => parseBody(post(objectOf(65_537)), anything))).code).toBe(
      "payload_too_large",
    );
  });

  it("counts bytes, not characters", async () => {
    expect(
      (await refusalOf(() => parseBody(post(`{"a":"${"é".repeat(33_000)}"}`), anything))).code,
    ).toBe("payload_too_large");
  });

  it("refuses a body that stalls or is truncated", async () => {
    vi.useFakeTimers();
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from("{")),
    });
    const refused = refusalOf(() => parseBody(streamed(stalled), anything));
    await vi.advanceTimersByTimeAsync(30_001);
    expect((await refused).code).toBe("request_timeout");
    vi.useRealTimers();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("aborted")),
    });
    expect((await refusalOf(() => parseBody(streamed(broken), anything))).code).toBe(
      "malformed_request",
    );
  });

  it("stops reading a body that never ends", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1_024).fill(0x20));
      },
    });
    const request = streamed(endless);
    expect((await refusalOf(() => parseBody(request, anything))).code).toBe("payload_too_large");
    expect(sent).toBeLessThan(70);
  });

  it("joins characters that arrive in two chunks", async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}');
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes.slice(0, 7));
        controller.enqueue(bytes.slice(7));
        controller.close();
      },
    });
    const request = streamed(pieces);
    expect((await parseBody(request, anything)).body).toEqual({ a: "é" });
  });

  it.each(["null", "[]", '"text"', "5", "true"])(
    "refuses a body that is not an object: %s",
    async (body) => {
      for (const schema of [newLink, linkChangesSchema({ BASE_URL: service, PORT: 3000 })]) {
        const { code, problems } = await refusalOf(() => parseBody(post(body), schema));
        expect(code).toBe("validation_failed");
        expect(inEnglish(problems)).toEqual([
          { path: "", code: "invalid_type", sentence: "must be a JSON object" },
        ]);
      }
    },
  );

  it("reports all problems at once by field and code, and in one sentence", async () => {
    const body = JSON.stringify({
      slug: "api",
      title: "x".repeat(501),
      enabled: "yes",
      expiresAt: "soon",
    });
    const { code, message, problems } = await refusalOf(() => parseBody(post(body), newLink));
    expect(code).toBe("validation_failed");
    expect(problems.map(({ path, code: problem }) => [path, problem]).sort()).toEqual([
      ["enabled", "invalid_type"],
      ["expiresAt", "invalid_format"],
      ["slug", "reserved"],
      ["title", "too_long"],
      ["url", "required"],
    ]);
    for (const { path, sentence } of problems)
      expect(message).toContain(`${path} ${say("en", sentence)}`);
  });

  it.each([
    [{ url: 5 }, "invalid_type"],
    [{ url: "example.com" }, "invalid_format"],
    [{ url: `https://example.com/${"a".repeat(8_192)}` }, "too_long"],
    [{ url: "https://a:b@example.com" }, "not_allowed"],
    [{ url: `${service}/x` }, "not_allowed"],
    [{ url: "https://example.com", slug: "a b" }, "invalid_format"],
    [{ url: "https://example.com", slug: null }, "invalid_type"],
  ])("gives %j its code", async (body, code) => {
    expect(
      (await refusalOf(() => parseBody(post(JSON.stringify(body)), newLink))).problems.map(
        (problem) => problem.code,
      ),
    ).toEqual([code]);
  });

  it("ignores unknown keys, also those special to JavaScript", async () => {
    const body = '{"url":"https://example.com","__proto__":{"slug":"api"},"constructor":1,"id":5}';
    expect((await parseBody(post(body), newLink)).body).toEqual({
      url: "https://example.com",
      title: null,
      enabled: true,
      expiresAt: null,
    });
  });
});

describe("parseQuery", () => {
  it("reads given values and fills in defaults", () => {
    expect(parseQuery(get("?q=a%20b&enabled=false"), linkListSchema)).toEqual({
      q: "a b",
      enabled: false,
      limit: 50,
      offset: 0,
    });
    expect(parseQuery(get(""), linkListSchema)).toEqual({ limit: 50, offset: 0 });
  });

  it("uses the first of a repeated parameter, even if the second is invalid", () => {
    expect(
      parseQuery(get("?limit=3&limit=7&limit=many&q=first&q=second"), linkListSchema),
    ).toMatchObject({ limit: 3, q: "first" });
  });

  it("refuses if the first of a repeated parameter is invalid", async () => {
    expect(
      (await refusalOf(() => parseQuery(get("?days=0&days=7"), statsQuerySchema))).problems.map(
        ({ path }) => path,
      ),
    ).toEqual(["days"]);
  });

  it("passes on all values of a list parameter", () => {
    const query = parseQuery(get("?country=CH&country=!DE&device=Mobile"), statsQuerySchema, [
      "country",
      "device",
      "os",
    ]);
    expect([query.country, query.device, query.os]).toEqual([
      { is: ["CH"], isNot: ["DE"] },
      { is: ["Mobile"], isNot: [] },
      undefined,
    ]);
    // As axios writes them.
    expect(
      parseQuery(get("?country[]=CH&country%5B%5D=!DE"), statsQuerySchema, ["country"]).country,
    ).toEqual({ is: ["CH"], isNot: ["DE"] });
  });

  it("ignores unknown parameters", () => {
    expect(parseQuery(get("?page=2&__proto__=x&order=x&limit[]=5"), linkListSchema)).toEqual({
      limit: 50,
      offset: 0,
    });
  });

  it("names all problems at once", async () => {
    const { code, problems } = await refusalOf(() =>
      parseQuery(get("?limit=0&offset=-1&enabled=maybe"), linkListSchema),
    );
    expect(code).toBe("validation_failed");
    expect(problems.map(({ path }) => path).sort()).toEqual(["enabled", "limit", "offset"]);
  });
});
