import { beforeEach, describe, expect, it } from "vitest";
import { isOwnClick, markOwner, markTest } from "@/lib/owners/own-clicks";
import { useService } from "../support/service";

/** The cookies that were set in a browser that sends `names`. */
function marked(names: readonly string[], mark: (jar: Parameters<typeof markOwner>[0]) => void) {
  const set: [string, string, object][] = [];
  mark({
    getAll: () => names.map((name) => ({ name, value: "1" })),
    set: (...cookie) => set.push(cookie),
  });
  return set;
}

const lasting = {
  httpOnly: true,
  sameSite: "lax",
  secure: false,
  path: "/",
  maxAge: 30 * 24 * 3600,
};

describe("markOwner", () => {
  beforeEach(() => useService({ COUNT_OWNERS: "false" }));

  it("follows the session, and sets nothing that is there", () => {
    const [owner, other] = ["slugline.owner", "slugline.session"];
    expect(marked([other], (jar) => markOwner(jar, true))).toEqual([[owner, "1", lasting]]);
    expect(marked([owner, other], (jar) => markOwner(jar, true))).toEqual([]);
    expect(marked([owner], (jar) => markOwner(jar, false))).toEqual([
      [owner, "", { ...lasting, maxAge: 0 }],
    ]);
    expect(marked([other], (jar) => markOwner(jar, false))).toEqual([]);
  });

  it("removes the mark where owners count", () => {
    useService();
    expect(marked(["slugline.owner"], (jar) => markOwner(jar, true))).toEqual([
      ["slugline.owner", "", { ...lasting, maxAge: 0 }],
    ]);
    expect(marked([], (jar) => markOwner(jar, true))).toEqual([]);
  });

  it("is bound to https where that is used", () => {
    useService({ COUNT_OWNERS: "false", BASE_URL: "https://go.example.com" });
    const name = "__Host-slugline.owner";
    expect(marked(["slugline.owner"], (jar) => markOwner(jar, true))).toEqual([
      [name, "1", { ...lasting, secure: true }],
    ]);
    expect(marked([name], (jar) => markOwner(jar, false))).toEqual([
      [name, "", { ...lasting, secure: true, maxAge: 0 }],
    ]);
  });
});

it("a test is marked for one link and a minute, and recognised", () => {
  useService();
  expect(marked([], (jar) => markTest(jar, "sale"))).toEqual([
    ["slugline.test", "sale", { ...lasting, maxAge: 60 }],
  ]);
  const cookies = [
    "slugline.test=sale",
    "a=b;slugline.test=sale; c=d",
    "slugline.test=sales",
    "slugline.test=1",
    "slugline.owner=1",
    null,
  ];
  expect(cookies.map((cookie) => isOwnClick(cookie, "sale"))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it("over https only cookies count that no other host can set", () => {
  useService({ COUNT_OWNERS: "false", BASE_URL: "https://go.example.com" });
  expect(marked([], (jar) => markTest(jar, "sale"))).toEqual([
    ["__Host-slugline.test", "sale", { ...lasting, secure: true, maxAge: 60 }],
  ]);
  const cookies = [
    "__Host-slugline.test=sale",
    "__Host-slugline.owner=1",
    "slugline.test=sale; slugline.owner=1",
  ];
  expect(cookies.map((cookie) => isOwnClick(cookie, "sale"))).toEqual([true, true, false]);
});
