import { describe, expect, it } from "vitest";
import { deviceCookieName, deviceCookieOf, deviceOfCookie } from "@/lib/owners/device-cookie";

const owner = { id: "7f7b1f5e", deviceEpoch: 3, passwordHash: "salt:hash" };
const secret = "the key of sessions";
const cookie = deviceCookieOf("a-device", owner, secret);

describe("a device cookie", () => {
  it("identifies its device", () => {
    expect(deviceOfCookie(cookie, owner, secret)).toBe("a-device");
  });

  it.each([
    ["another account", { ...owner, id: "another" }, secret],
    ["a changed password", { ...owner, passwordHash: "salt:other" }, secret],
    ["sessions that were ended", { ...owner, deviceEpoch: 4 }, secret],
    ["another key", owner, "another key"],
  ])("is invalid for %s", (_, now, key) => {
    expect(deviceOfCookie(cookie, now, key)).toBeNull();
  });

  it.each(["", ".", "a-device", "a-device.", `${cookie}x`, cookie.replace("a-device", "b-device")])("cannot be forged: %j", (forged) => {
    expect(deviceOfCookie(forged, owner, secret)).toBeNull();
  });

  it("is bound to this host over https, one per account", () => {
    expect(deviceCookieName("7f7b1f5e", true)).toBe("__Host-slugline.device.7f7b1f5e");
    expect(deviceCookieName("7f7b1f5e", false)).toBe("slugline.device.7f7b1f5e");
  });
});
