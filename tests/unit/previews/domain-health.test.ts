import { expect, it, vi } from "vitest";
import type { Env } from "@/lib/config/env";
import { askHost } from "@/lib/previews/domain-health";

let thrown: Error;
vi.mock("@/lib/previews/guarded-fetch", () => ({
  guardedRequest: async () => {
    throw thrown;
  },
}));

it.each([
  ["CERT_HAS_EXPIRED", true],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", false],
  ["ECONNREFUSED", false],
])("knows whether the certificate of a host has expired: %s", async (code, isExpired) => {
  thrown = Object.assign(new Error(code), { code });
  const host = { origin: "https://go.example.com", domain: "go.example.com", isBase: true };
  expect(await askHost(host, {} as Env)).toMatchObject({ isExpired, isLost: false });
});
