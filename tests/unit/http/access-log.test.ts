import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, vi } from "vitest";
import { accessLog } from "@/lib/config/log";
import { accessLogger } from "@/lib/http/front/access-log";
import { useService } from "../support/service";

it.each([
  ["/hello", "/hello"],
  ["/hello?utm_source=secret#part", "/hello"],
  ["/hello%3Ftoken=secret", "/hello"],
  ["/hello;jsessionid=secret", "/hello"],
  ["/api/links/x/stats?from=2026-01-01", "/api/links/x/stats"],
  ["https://owner:secret@go.example.com/hello?x", "/hello"],
  ["https://go.example.com", "/"],
  ["/dashboard/reset/secret", "/dashboard/reset/[secret]"],
  ["/dashboard/invite/secret/more?x=1", "/dashboard/invite/[secret]"],
  ["/dashboard/share/secret/csv?x", "/dashboard/share/[secret]"],
  ["/dashboard/unsubscribe/secret", "/dashboard/unsubscribe/[secret]"],
  ["//dashboard//Demo/secret", "//dashboard//Demo/[secret]"],
  ["/dashboard/links/x", "/dashboard/links/x"],
  [`/${"x".repeat(500)}`, `/${"x".repeat(199)}`],
])("%s is logged as %s", (target, path) => {
  useService({ ACCESS_LOG: "all" });
  const info = vi.spyOn(accessLog(), "info").mockReturnValue();
  const response = Object.assign(new EventEmitter(), {
    headersSent: true,
    statusCode: 302,
    getHeader: () => "an-id",
  });
  accessLogger()?.(
    { method: "GET", url: target } as IncomingMessage,
    response as unknown as ServerResponse,
  );
  response.emit("close");
  expect(info.mock.calls).toEqual([
    [{ method: "GET", path, status: 302, ms: expect.any(Number), requestId: "an-id" }, "request"],
  ]);
});
