import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CookieJar } from "@/lib/owners/cookies";
import {
  findHalf,
  forgetHalf,
  isRememberedBrowser,
  rememberBrowser,
  rememberHalf,
} from "@/lib/sign-in/second-factor/owner-cookies";
import { ownersPart, useConfig } from "../support/config";

const stored = vi.hoisted(() => ({ owners: [] as { id: string; deviceEpoch: number }[] }));

vi.mock("@/lib/owners/session-secret", () => ({ sessionSecret: async () => "the key" }));
vi.mock("@/lib/database/client", () => {
  const findFirst = async ({ where }: { where: { id: string } }) => {
    const found = stored.owners.find(({ id }) => id === where.id);
    const { id = "" } = found ?? {};
    const rest = { email: `${id}@example.com`, name: id, accounts: [{ password: "salt:hash" }] };
    return found ? { ...found, ...rest } : null;
  };
  return { database: () => ({ owner: { findFirst } }) };
});

class Browser implements CookieJar {
  readonly cookies = new Map<string, string>();

  getAll = () => [...this.cookies].map(([name, value]) => ({ name, value }));

  set = (name: string, value: string, { maxAge }: { maxAge: number }) => {
    if (maxAge === 0) this.cookies.delete(name);
    else this.cookies.set(name, value);
  };
}

/** As stored now. */
const proved = (id: string) => ({
  ...{ id, email: "", name: id, passwordHash: "salt:hash" },
  deviceEpoch: stored.owners.find((owner) => owner.id === id)?.deviceEpoch ?? 0,
});
const now = new Date("2026-11-26T12:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
let browser: Browser;

beforeEach(() => {
  useConfig({}, ownersPart);
  stored.owners = [
    { id: "mara", deviceEpoch: 1 },
    { id: "noor", deviceEpoch: 1 },
  ];
  browser = new Browser();
});

describe("the cookie after the password", () => {
  it("names its owner for ten minutes, until it is used or sessions end", async () => {
    await rememberHalf(proved("mara"), browser, now);
    expect(await findHalf(browser, later(9.9))).toMatchObject({ id: "mara" });
    expect(await findHalf(browser, later(10))).toBeNull();
    stored.owners = [{ id: "mara", deviceEpoch: 2 }];
    expect(await findHalf(browser, now)).toBeNull();
    await rememberHalf(proved("mara"), browser, now);
    forgetHalf(browser);
    expect([await findHalf(browser, now), browser.cookies.size]).toEqual([null, 0]);
  });

  it.each([
    ["another owner", (value: string) => value.replace("mara", "noor")],
    ["a later end", (value: string) => value.replace(/\d{13}/, (ms) => String(Number(ms) + 1))],
    ["no end", (value: string) => value.replace(/\d{13}/, "")],
    ["no signature", (value: string) => value.replace(/[^.]*$/, "")],
    ["nothing", () => ""],
  ])("cannot be forged with %s", async (_, forge) => {
    await rememberHalf(proved("mara"), browser, now);
    const [[name, value] = ["", ""]] = [...browser.cookies];
    browser.cookies.set(name, forge(value));
    expect(await findHalf(browser, now)).toBeNull();
  });
});

describe("a remembered browser", () => {
  it("is one for 30 days and one account, until sessions end", async () => {
    await rememberBrowser(proved("mara"), browser, now);
    const day = 24 * 60;
    expect(await isRememberedBrowser(proved("mara"), browser, later(30 * day - 1))).toBe(true);
    expect(await isRememberedBrowser(proved("mara"), browser, later(30 * day))).toBe(false);
    expect(await isRememberedBrowser(proved("noor"), browser, now)).toBe(false);
    stored.owners = [{ id: "mara", deviceEpoch: 2 }];
    expect(await isRememberedBrowser(proved("mara"), browser, now)).toBe(false);
  });

  it("is not made by the cookie after the password, nor the other way round", async () => {
    await rememberHalf(proved("mara"), browser, now);
    const [half = ""] = browser.cookies.values();
    browser.cookies.set("slugline.remembered.mara", half.replace("mara.", ""));
    expect(await isRememberedBrowser(proved("mara"), browser, now)).toBe(false);
    await rememberBrowser(proved("mara"), browser, now);
    const remembered = browser.cookies.get("slugline.remembered.mara");
    browser.cookies.set("slugline.half", `mara.${remembered}`);
    expect(await findHalf(browser, now)).toBeNull();
  });
});
