import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { running } from "@/lib/config/running";
import { sharedProvider } from "@/lib/sign-in/oidc/provider";
import { oidcSettings } from "@/lib/sign-in/oidc/settings";
import { useService } from "../support/service";

const issuer = "https://id.example.com";
const discovered = vi.fn(async () => Response.json({ issuer }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T12:00:00Z") });
  useService({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "slugline", OIDC_CLIENT_SECRET: "secret" });
  discovered.mockClear();
  running().signIn.oidc.fetch = discovered;
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = async (times: number) => {
  const settings = oidcSettings(running().settings);
  if (!settings) throw new Error("no settings");
  for (let time = 0; time < times; time++) await sharedProvider(settings);
  return discovered.mock.calls.length;
};

it("asks the provider for each sign-in, but not without end", async () => {
  expect(await begin(20)).toBe(20);
  expect(await begin(480)).toBeLessThanOrEqual(61);
  vi.setSystemTime(new Date("2026-11-28T12:01:01Z"));
  const before = discovered.mock.calls.length;
  expect(await begin(1)).toBe(before + 1);
});

it("shares one answer among those who ask at the same time", async () => {
  const [one, two] = [begin(1), begin(1)];
  await Promise.all([one, two]);
  expect(discovered).toHaveBeenCalledTimes(1);
});
