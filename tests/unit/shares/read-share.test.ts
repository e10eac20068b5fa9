import { beforeEach, expect, it, vi } from "vitest";
import { OpenShares } from "@/lib/shares/open-shares";
import { readFigures, type StoredShare } from "@/lib/shares/share-figures";
import { useService } from "../support/service";

const rows = vi.fn<() => Promise<unknown[]>>();
const noted = vi.fn<() => Promise<number>>();
vi.mock("@/lib/database/client", async (original) => ({
  ...(await original<object>()),
  sharesDatabase: () => ({ $queryRaw: rows, $executeRaw: noted }),
}));
vi.mock("@/lib/shares/share-figures");

const now = new Date("2026-11-27T12:00:10Z");
const address = "x".repeat(22);
const share = { id: "1", expiresAt: null } as StoredShare;
const figures = { clicks: 3 } as Awaited<ReturnType<typeof readFigures>>;
const refusal = { code: "too_many_requests", message: expect.stringContaining("cannot be shown") };

let shares: OpenShares;
beforeEach(() => {
  shares = new OpenShares(useService());
  rows.mockReset().mockResolvedValue([share]);
  noted.mockReset().mockResolvedValue(1);
  vi.mocked(readFigures).mockReset().mockResolvedValue(figures);
});

it("is not shown if it was revoked while it was read", async () => {
  expect(await shares.read(address, share)).toBe(figures);
  rows.mockResolvedValue([]);
  shares.forget();
  expect(await shares.read(address, share)).toBeNull();
});

it("does not wait until it is noted that somebody opened it", async () => {
  noted.mockReturnValue(new Promise(() => {}));
  expect(await shares.find(address, now)).toBe(share);
  expect(await shares.read(address, share)).toBe(figures);
  expect(noted).toHaveBeenCalledOnce();
});

it.each([
  ["takes too long", () => new Promise<never>(() => {})],
  ["fails", () => Promise.reject(new Error("Postgres at db:5432 refuses the password"))],
])("strangers learn nothing but that it cannot be shown if it %s", async (_, failing) => {
  vi.useFakeTimers();
  try {
    rows.mockImplementation(failing);
    vi.mocked(readFigures).mockImplementation(failing);
    const refused = [shares.find(address, now), shares.read(address, share)].map((asked) =>
      expect(asked).rejects.toMatchObject({ ...refusal, code: "unavailable" }),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(refused);
  } finally {
    vi.useRealTimers();
  }
});

it("too many at once are told so in the same words", async () => {
  rows.mockReturnValue(new Promise(() => {}));
  const asked = Array.from({ length: 60 }, (_, index) =>
    shares.find(String(index).padStart(22, "x"), now),
  );
  await expect(Promise.race(asked)).rejects.toMatchObject(refusal);
});

it("1,200 pages are opened a minute, and addresses that none has count for none of them", async () => {
  rows.mockResolvedValue([]);
  for (let time = 0; time < 1_300; time++) expect(await shares.open(address, now)).toBeNull();
  rows.mockResolvedValue([share]);
  shares.forget();
  for (let time = 0; time < 1_200; time++) expect(await shares.open(address, now)).toBe(share);
  await expect(shares.open(address, now)).rejects.toMatchObject(refusal);
  expect(await shares.find(address, now)).toBe(share);
  expect(await shares.open(address, new Date(now.getTime() + 60_000))).toBe(share);
});

it("RATE_LIMITS=off lets everybody in", async () => {
  shares = new OpenShares(useService({ RATE_LIMITS: "off" }));
  for (let time = 0; time < 2_000; time++) {
    expect(shares.take("203.0.113.1", now)).toBeNull();
    expect(await shares.open(address, now)).toBe(share);
  }
});
