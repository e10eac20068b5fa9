import { Resolver } from "node:dns/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resolveHost } from "@/lib/previews/resolve-host";
import { toScrapeError } from "@/lib/previews/scrape-error";

afterEach(() => vi.restoreAllMocks());

const failure = (code: string) => Object.assign(new Error(code), { code });

/** What the name servers answer for A and AAAA: addresses, or an error code. */
function answer(v4: string[] | string, v6: string[] | string): Promise<string[]> {
  const answered = (value: string[] | string) => async () => {
    if (typeof value === "string") throw failure(value);
    return value;
  };
  vi.spyOn(Resolver.prototype, "resolve4").mockImplementation(answered(v4) as never);
  vi.spyOn(Resolver.prototype, "resolve6").mockImplementation(answered(v6) as never);
  return resolveHost("shop.example", new AbortController().signal);
}

describe("resolveHost", () => {
  it("gives all addresses, also if one of two questions fails", async () => {
    expect(await answer(["192.0.2.1"], ["2001:db8::1"])).toEqual(["192.0.2.1", "2001:db8::1"]);
    expect(await answer(["192.0.2.1"], "ESERVFAIL")).toEqual(["192.0.2.1"]);
    expect(await answer("ENODATA", ["2001:db8::1"])).toEqual(["2001:db8::1"]);
  });

  it("is sure only of what name servers say", async () => {
    expect(await answer("ENOTFOUND", "ENOTFOUND")).toEqual([]);
    expect(await answer("ENODATA", "ENODATA")).toEqual([]);
    for (const code of ["ESERVFAIL", "ETIMEOUT", "ECONNREFUSED", "EREFUSED", "ECANCELLED"]) {
      await expect(answer(code, code)).rejects.toMatchObject({ code: "no_network" });
      await expect(answer("ENODATA", code)).rejects.toMatchObject({
        code: "no_network",
        message: expect.stringContaining(code),
      });
    }
  });
});

it.each([
  ["ENETUNREACH", "no_network"],
  ["EADDRNOTAVAIL", "no_network"],
  ["EMFILE", "no_network"],
  ["ECONNREFUSED", "unreachable"],
  ["ECONNRESET", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
])("%s is a failure of the kind %s", (code, kind) => {
  expect(toScrapeError(failure(code)).code).toBe(kind);
});
