import { describe, expect, it } from "vitest";
import { yourlsResponse } from "@/lib/http/yourls/yourls-response";

const answer = {
  status: 200,
  simple: "https://go.example.com/x",
  members: { url: { title: "a\u0000b\u000b\ud800 <&>'\"", clicks: 7 }, "db-stats": {} },
};

describe("yourlsResponse", () => {
  it("writes well-formed XML, whatever a title holds", async () => {
    expect(await yourlsResponse(answer, "xml").text()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<root><url><title>ab\ufffd &lt;&amp;&gt;&#39;&quot;</title><clicks>7</clicks></url><db-stats></db-stats></root>\n`,
    );
  });

  it.each(["simple", "JSON", "jsonp", "", "__proto__"])(
    "answers text in the format %j",
    async (format) => {
      const response = yourlsResponse(answer, format);
      expect([response.headers.get("content-type"), await response.text()]).toEqual([
        "text/plain; charset=utf-8",
        answer.simple,
      ]);
    },
  );

  it("is never stored", () => {
    expect(yourlsResponse(answer, "json").headers.get("cache-control")).toBe("no-store");
  });
});
