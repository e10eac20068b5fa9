import { describe, expect, it } from "vitest";
import { destinationState, type Health, healthOf } from "@/lib/previews/destination-health";
import type { ScrapeFailure } from "@/lib/previews/scrape-error";
import { sentence } from "@/lib/texts/sentence";

const said = sentence("unreadable");

describe("healthOf", () => {
  it.each<[number, Health]>([
    [304, "reachable"],
    [400, "refusing"],
    [401, "refusing"],
    [403, "refusing"],
    [404, "broken"],
    [405, "refusing"],
    [410, "broken"],
    [429, "refusing"],
    [451, "refusing"],
    [500, "broken"],
    [503, "broken"],
    [599, "broken"],
    [600, "refusing"],
    [999, "refusing"],
  ])("HTTP %i: %s", (status, health) => {
    expect(healthOf({ code: "status", sentence: said, status })).toBe(health);
  });

  it.each<[ScrapeFailure["code"], Health]>([
    ["host_not_found", "broken"],
    ["no_network", "unknown"],
    ["certificate", "broken"],
    ["unreachable", "broken"],
    ["timeout", "broken"],
    ["too_many_redirects", "refusing"],
    ["address_not_public", "unknown"],
    ["port_not_allowed", "unknown"],
    ["url_not_allowed", "unknown"],
    ["unreadable", "unknown"],
  ])("%s: %s", (code, health) => {
    expect(healthOf({ code, sentence: said })).toBe(health);
  });
});

describe("destinationState", () => {
  const at = (text: string) => new Date(`2026-11-${text}Z`);
  const brokenSince = at("20T10:00:00.000");

  it.each([
    [null, null, null, "unchecked"],
    [null, null, at("20T10:00:00.000"), "unchecked"],
    ["reachable", null, at("20T10:00:00.000"), "reachable"],
    ["refusing", null, at("20T10:00:00.000"), "refusing"],
    ["unknown", null, at("20T10:00:00.000"), "unknown"],
    ["broken", brokenSince, brokenSince, "failing"],
    ["broken", brokenSince, at("21T09:59:59.999"), "failing"],
    ["broken", brokenSince, at("21T10:00:00.000"), "broken"],
  ] as const)("%s since %o, checked %o: %s", (health, since, checkedAt, state) => {
    expect(destinationState({ health, failingSince: since, brokenSince: since, checkedAt })).toBe(
      state,
    );
  });

  it.each([
    ["a success", null, "reachable"],
    ["a success and a failure", at("22T10:00:00.000"), "failing"],
  ] as const)("the version before had %s meanwhile", (_, failingSince, state) => {
    expect(
      destinationState({
        health: "broken",
        failingSince,
        brokenSince,
        checkedAt: at("22T10:00:00.000"),
      }),
    ).toBe(state);
  });
});
