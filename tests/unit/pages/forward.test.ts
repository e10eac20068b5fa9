import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { takePeer } from "@/lib/pages/forward";

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

describe("takePeer", () => {
  it("takes the address out of the headers", () => {
    const given = request({ "x-slugline-peer": "key 203.0.113.7", host: "x" });
    expect(takePeer(given, "key")).toBe("203.0.113.7");
    expect(given.headers).toEqual({ host: "x" });
  });

  it.each([[{}], [{ "x-slugline-peer": "other 203.0.113.7" }], [{ "x-slugline-peer": "" }]])("is null without the key: %j", (headers) => {
    expect(takePeer(request(headers), "key")).toBeNull();
  });
});
