import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { define } from "@/lib/commands/define";
import { prepareOperation } from "@/lib/http/api/api-route";
import { bulkSchema } from "@/lib/links/schema";
import { runOnce } from "@/lib/owners/run-once";
import { refusalOf } from "../support/refusal";
import { useService } from "../support/service";

vi.mock("@/lib/owners/run-once", async (original) => ({
  ...(await original<object>()),
  runOnce: vi.fn(),
}));

const answer = {
  status: 201,
  headers: { "Content-Type": "application/json", Location: "/api/links/a" },
  body: "{}",
};
const run = vi.fn(async () => ({}));
const command = define({
  name: "createLink",
  role: "editor",
  body: () => bulkSchema,
  repeats: "answer",
  run,
  api: {
    method: "post",
    path: "/api/links",
    tag: "Links",
    summary: "",
    success: { 201: { description: "", content: {} } },
    answer: () => ({ headers: { Location: "/api/links/a" }, body: {} }),
  },
});
const ask = async (
  key: string | null,
  { text = "{}", path = "/api/links", tokenId = null as string | null } = {},
) => {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key !== null) headers["Idempotency-Key"] = key;
  const request = new Request(`https://go.example.com${path}`, {
    method: "POST",
    headers,
    body: text,
  });
  return (await prepareOperation(command, request, { tokenId, name: "test", role: "editor" }))();
};
const keyOf = async (given: Parameters<typeof ask>[1]) => {
  await ask("key", given);
  return vi.mocked(runOnce).mock.lastCall?.[0] as Parameters<typeof runOnce>[0];
};

beforeEach(() => {
  useService({});
  run.mockClear();
  vi.mocked(runOnce)
    .mockReset()
    .mockImplementation(async () => ({ answer, isRepeated: false }));
});

describe("an operation that repeats by key", () => {
  it("stores nothing without a key", async () => {
    const response = await ask(null);
    expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
      201,
      "/api/links/a",
      "{}",
    ]);
    expect(run).toHaveBeenCalledOnce();
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
    expect(run).not.toHaveBeenCalled();
  });

  it("gets the slug from its path, also in the place of another segment", async () => {
    const slugs: unknown[] = [];
    const { answer: _, ...api } = command.api ?? expect.fail("not offered");
    const read = define({
      name: "getLink",
      role: "reader",
      target: z.object({ slug: z.string() }),
      run: async (_, { slug }) => slugs.push(slug),
      api: { ...api, method: "get", path: "/api/links/{slug}" },
    });
    for (const path of ["/api/links/bulk", "/api/links/a%2Fb?x"]) {
      const request = new Request(`https://go.example.com${path}`);
      const access = { tokenId: null, name: "test", role: "editor" } as const;
      await (await prepareOperation(read, request, access))();
    }
    expect(slugs).toEqual(["bulk", "a/b"]);
  });
});
