import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerOnce } from "@/lib/http/idempotency";
import { runOnce } from "@/lib/owners/run-once";
import { refusalOf } from "../support/refusal";

vi.mock("@/lib/owners/run-once", () => ({ runOnce: vi.fn() }));

const answer = {
  status: 201,
  headers: { "Content-Type": "application/json", Location: "/api/links/a" },
  body: "{}",
};
const ask = (
  key: string | null,
  { text = "{}", path = "/api/links", tokenId = null as string | null } = {},
) => {
  const headers: HeadersInit = key === null ? {} : { "Idempotency-Key": key };
  const request = new Request(`https://go.example.com${path}`, { method: "POST", headers });
  return answerOnce(
    { request, text, access: { tokenId, name: "test", role: "editor" } },
    async () => answer,
  );
};
const keyOf = async (given: Parameters<typeof ask>[1]) => {
  await ask("key", given);
  return vi.mocked(runOnce).mock.lastCall?.[0] as Parameters<typeof runOnce>[0];
};

beforeEach(() => {
  vi.mocked(runOnce)
    .mockReset()
    .mockImplementation(async () => ({ answer, isRepeated: false }));
});

describe("answerOnce", () => {
  it("stores nothing without a key", async () => {
    const response = await ask(null);
    expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
      201,
      "/api/links/a",
      "{}",
    ]);
    expect(runOnce).not.toHaveBeenCalled();
  });

  it("marks an answer that is repeated", async () => {
    expect((await ask("key")).headers.get("idempotency-replayed")).toBeNull();
    vi.mocked(runOnce).mockResolvedValue({ answer, isRepeated: true });
    const { status, headers } = await ask("key");
    expect([status, headers.get("idempotency-replayed"), headers.get("location")]).toEqual([
      201,
      "true",
      "/api/links/a",
    ]);
  });

  it("tells requests apart by token, path, query and body", async () => {
    const first = await keyOf({});
    expect(first).toMatchObject({ key: "key", tokenId: "API_TOKEN" });
    expect(await keyOf({})).toEqual(first);
    expect((await keyOf({ tokenId: "token-2" })).tokenId).toBe("token-2");
    const others = [
      { text: "{ }" },
      { path: "/api/links/bulk" },
      { path: "/api/links?ifExists=return" },
    ];
    for (const other of others)
      expect((await keyOf(other)).request, JSON.stringify(other)).not.toEqual(first.request);
  });

  it.each(["", "a".repeat(256), "é"])("refuses the key %j", async (key) => {
    expect((await refusalOf(() => ask(key))).problems.map(({ path }) => path)).toEqual([
      "Idempotency-Key",
    ]);
  });
});
