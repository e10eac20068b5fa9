import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { refuseUnknownMethod } from "@/lib/http/unknown-method";

function ask(method: string) {
  const end = vi.fn<(body: string) => void>();
  const writeHead = vi.fn<(status: number, headers: Record<string, string>) => { end: typeof end }>(() => ({ end }));
  const refused = refuseUnknownMethod({ method } as IncomingMessage, { writeHead } as unknown as ServerResponse);
  return { refused, head: writeHead.mock.lastCall, body: end.mock.lastCall?.[0] };
}

describe("refuseUnknownMethod", () => {
  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("leaves %s to others", (method) => {
    expect(ask(method)).toEqual({ refused: false, head: undefined, body: undefined });
  });

  it.each(["TRACE", "PROPFIND", "get"])("refuses %s as a problem with the methods there are", (method) => {
    const { refused, head, body } = ask(method);
    expect(refused).toBe(true);
    expect(head?.[0]).toBe(405);
    expect(head?.[1]).toMatchObject({
      Allow: expect.stringContaining("GET, HEAD"),
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
    });
    expect(JSON.parse(body ?? "")).toMatchObject({ status: 405, code: "method_not_allowed" });
  });
});
