import { beforeEach, describe, expect, it, vi } from "vitest";
import { withEmail } from "@/lib/core/email";
import type { CookieJar } from "@/lib/owners/cookies";
import { findDevice, rememberDevice } from "@/lib/owners/device-cookie";
import { ownersPart, useConfig } from "../support/config";

interface Stored {
  id: string;
  email: string;
  deviceEpoch: number;
  password: string;
}

const stored = vi.hoisted(() => ({ owners: [] as Stored[], secret: "" }));

vi.mock("@/lib/owners/session-secret", () => ({ sessionSecret: async () => stored.secret }));
vi.mock("@/lib/database/client", () => {
  const findFirst = async ({ where }: { where: { id?: string; email?: { in: string[] } } }) => {
    const found = stored.owners.find(
      ({ id, email }) => id === where.id || where.email?.in.includes(email),
    );
    return found ? { ...found, accounts: [{ password: found.password }] } : null;
  };
  return { database: () => ({ owner: { findFirst } }) };
});

/** The cookies of one browser. */
class Browser implements CookieJar {
  readonly cookies = new Map<string, string>();
  attributes: object = {};

  getAll = () => [...this.cookies].map(([name, value]) => ({ name, value }));

  set = (name: string, value: string, attributes: object) => {
    this.cookies.set(name, value);
    this.attributes = attributes;
  };
}

const mine = { id: "7f7b1f5e", email: "me@example.com", deviceEpoch: 3, password: "salt:hash" };
const theirs = { ...mine, id: "another", email: "them@example.com" };
const proved = ({ password: passwordHash, ...owner }: Stored) => ({
  ...{ ...owner, name: "", passwordHash },
});
const name = `slugline.device.${mine.id}`;
let browser: Browser;

beforeEach(async () => {
  useConfig({}, ownersPart);
  stored.owners = [mine, theirs];
  stored.secret = "the key of sessions";
  browser = new Browser();
  await rememberDevice(proved(mine), browser);
});

const device = () => findDevice(withEmail(mine.email), browser);

describe("a device cookie", () => {
  it("identifies its device, and no other one", async () => {
    const known = await device();
    expect(known).toMatch(/^[\w-]{22}$/);
    expect(await device()).toBe(known);
    const other = new Browser();
    expect(await findDevice(withEmail(mine.email), other)).toBeNull();
    await rememberDevice(proved(mine), other);
    expect(await findDevice(withEmail(mine.email), other)).not.toBe(known);
  });

  it("is one per account, and of no use for another", async () => {
    browser.cookies.set(`slugline.device.${theirs.id}`, browser.cookies.get(name) ?? "");
    expect(await findDevice(withEmail(theirs.email), browser)).toBeNull();
    await rememberDevice(proved(theirs), browser);
    expect(browser.cookies.size).toBe(2);
    expect([await device(), await findDevice(withEmail(theirs.email), browser)]).not.toContain(
      null,
    );
  });

  it.each([
    ["a changed password", () => stored.owners.splice(0, 1, { ...mine, password: "salt:other" })],
    ["sessions that were ended", () => stored.owners.splice(0, 1, { ...mine, deviceEpoch: 4 })],
    ["another key", () => (stored.secret = "another key")],
  ])("is invalid for %s", async (_, change) => {
    change();
    expect(await device()).toBeNull();
  });

  it.each([
    ["nothing", () => ""],
    ["a dot", () => "."],
    ["the device alone", (cookie: string) => cookie.split(".", 1)[0] ?? ""],
    ["no signature", (cookie: string) => cookie.replace(/\..*/, ".")],
    ["a longer signature", (cookie: string) => `${cookie}x`],
    ["another device", (cookie: string) => cookie.replace(/^[^.]*/, "b-device")],
  ])("cannot be forged with %s", async (_, forge) => {
    browser.cookies.set(name, forge(browser.cookies.get(name) ?? ""));
    expect(await device()).toBeNull();
  });

  it("is bound to this host over https", async () => {
    expect([[...browser.cookies.keys()], browser.attributes]).toEqual([
      [name],
      expect.objectContaining({ secure: false, httpOnly: true }),
    ]);
    useConfig({ BASE_URL: "https://go.example.com" }, ownersPart);
    const secure = new Browser();
    await rememberDevice(proved(mine), secure);
    expect([[...secure.cookies.keys()], secure.attributes]).toEqual([
      [`__Host-${name}`],
      expect.objectContaining({ secure: true, path: "/" }),
    ]);
    expect(await findDevice(withEmail(mine.email), secure)).not.toBeNull();
    expect(await device()).toBeNull();
  });
});
