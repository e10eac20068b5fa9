import type { IncomingMessage } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { trustProxies } from "@/lib/core/client-address";
import { correctForwardingHeaders } from "@/lib/http/forwarding-headers";
import { useConfig } from "../support/config";

beforeAll(
  () =>
    void useConfig({}, () => ({
      visits: { proxyTrust: trustProxies(["loopback", "linklocal", "uniquelocal"]) },
    })),
);

const forged = {
  forwarded: "for=198.51.100.9;proto=https",
  "x-forwarded-for": "198.51.100.9",
  "x-forwarded-host": "evil.example",
  "x-forwarded-port": "1",
  "x-forwarded-proto": "https",
  "x-real-ip": "198.51.100.9",
  "true-client-ip": "198.51.100.9",
};

function corrected(
  remoteAddress: string,
  headers: Record<string, string>,
): IncomingMessage["headers"] {
  const request = {
    headers: { host: "x", ...headers },
    socket: { remoteAddress },
  } as unknown as IncomingMessage;
  correctForwardingHeaders(request);
  return request.headers;
}

it("headers of a public peer are replaced by its own address", () => {
  for (const peer of ["203.0.113.7", "::ffff:203.0.113.7", "2001:db8::7"]) {
    expect(corrected(peer, forged)).toEqual({
      host: "x",
      "x-forwarded-for": peer,
      "x-slugline-disbelieved": "1",
    });
    expect(corrected(peer, {})).toEqual({ host: "x", "x-forwarded-for": peer });
  }
});

it("headers of a trusted proxy are kept", () => {
  for (const peer of ["127.0.0.1", "::ffff:10.0.0.2", "::1"])
    expect(corrected(peer, forged)).toEqual({ host: "x", ...forged });
});

it("internal headers of Next and this service are removed", () => {
  const internal = { "x-action-forwarded": "1", "x-slugline-disbelieved": "1" };
  for (const peer of ["127.0.0.1", "203.0.113.7"])
    expect(Object.keys(corrected(peer, internal))).not.toEqual(
      expect.arrayContaining(Object.keys(internal)),
    );
  expect(corrected("127.0.0.1", internal)).toEqual({ host: "x" });
});
