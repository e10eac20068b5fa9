import { describe, expect, it } from "vitest";
import { NotFoundLimit } from "@/lib/visits/limits/not-found-limit";

const begin = new Date("2030-05-01T10:00:00Z");
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000);
const times = (count: number, take: () => number | null) => Array.from({ length: count }, take);

function limitOf(perMinute: number) {
  return new NotFoundLimit({ RATE_LIMITS: "on", NOT_FOUND_LIMIT: perMinute });
}

describe("the limit on unknown slugs", () => {
  it("allows the given requests per minute, then returns the remaining seconds", () => {
    const limit = limitOf(3);
    expect(times(3, () => limit.take("192.0.2.1", begin).retryAfterS)).toEqual([null, null, null]);
    expect(limit.take("192.0.2.1", after(20)).retryAfterS).toBe(40);
    expect(limit.take("192.0.2.1", after(59.9)).retryAfterS).toBe(1);
    expect(limit.take("192.0.2.1", after(60)).retryAfterS).toBeNull();
  });

  it("counts each IPv4 address and each IPv6 /64 separately", () => {
    const limit = limitOf(1);
    expect(limit.take("192.0.2.1", begin).retryAfterS).toBeNull();
    expect(limit.take("192.0.2.2", begin).retryAfterS).toBeNull();
    expect(limit.take("2001:db8:1:2::1", begin).retryAfterS).toBeNull();
    expect(limit.take("2001:db8:1:2:a:b:c:d", begin).retryAfterS).toBe(60);
    expect(limit.take("2001:db8:1:3::1", begin).retryAfterS).toBeNull();
  });

  it("never limits loopback, where a proxy may hide all clients", () => {
    const limit = limitOf(1);
    for (const address of ["127.0.0.1", "::1", ""])
      expect(times(3, () => limit.take(address, begin).retryAfterS)).toEqual([null, null, null]);
  });

  it("restarts when the clock is set back", () => {
    const limit = limitOf(1);
    times(2, () => limit.take("192.0.2.1", begin).retryAfterS);
    expect(limit.take("192.0.2.1", after(-3_600)).retryAfterS).toBeNull();
  });

  it("limits nobody when disabled, and no unknown address", () => {
    const off = limitOf(0);
    expect(times(1_000, () => off.take("192.0.2.1", begin).retryAfterS)).not.toContainEqual(
      expect.any(Number),
    );
    const limit = limitOf(1);
    expect(times(1_000, () => limit.take("", begin).retryAfterS)).not.toContainEqual(
      expect.any(Number),
    );
  });

  it("tracks a bounded number of networks, always the active ones", () => {
    const limit = limitOf(1);
    limit.take("192.0.2.1", begin).retryAfterS;
    for (let index = 0; index < 22_000; index++) {
      limit.take(
        `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
        begin,
      ).retryAfterS;
      if (index % 2_000 === 0) expect(limit.take("192.0.2.1", begin).retryAfterS).toBe(60);
    }
    // Forgotten, and so counted anew.
    expect(limit.take("2001:db8:0:0::1", begin).retryAfterS).toBeNull();
  });
});
