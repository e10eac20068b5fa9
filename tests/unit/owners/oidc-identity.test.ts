import { describe, expect, it } from "vitest";
import { identityOf, isListed, roleByGroup } from "@/lib/owners/oidc/identity";
import { OidcRefusal, sentenceOf, toOidcRefusal } from "@/lib/owners/oidc/refusal";
import { type OidcSettings, oidcSettings } from "@/lib/owners/oidc/settings";
import { useConfig } from "../support/config";

const base = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "slugline",
  OIDC_CLIENT_SECRET: "secret",
};
const claims = { iss: "https://id.example.com", sub: "1", email: "Mara@Example.com" };

function settings(variables: Record<string, string> = {}): OidcSettings {
  useConfig({ ...base, ...variables });
  const made = oidcSettings();
  if (!made) throw new Error("no settings");
  return made;
}

const identity = (more: object, variables: Record<string, string> = {}) =>
  identityOf({ ...claims, email_verified: true, ...more }, settings(variables));

function reasonOf(more: object): string {
  try {
    identityOf({ ...claims, ...more }, settings());
  } catch (error) {
    return (error as OidcRefusal).reason;
  }
  return "accepted";
}

describe("identityOf", () => {
  it("takes a verified email alone, or one of a domain of the tenant (Entra ID)", () => {
    expect(identity({}).email).toBe("mara@example.com");
    for (const verified of [true, "true"])
      expect(reasonOf({ email_verified: verified })).toBe("accepted");
    for (const ofOwnDomain of [true, 1, "1", "true"])
      expect(reasonOf({ xms_edov: ofOwnDomain })).toBe("accepted");
    for (const refused of [{}, { xms_edov: "0" }, { email_verified: false, xms_edov: true }])
      expect(reasonOf(refused)).toBe("unverified");
    expect(reasonOf({ email: "nobody", email_verified: true })).toBe("no_email");
    expect(reasonOf({ sub: "x".repeat(256), email_verified: true })).toBe("answer");
  });

  it("reads groups from a list or a text, under the configured name", () => {
    expect(identity({ groups: ["a", 1, null, "b"] }).groups).toEqual(["a", "b"]);
    expect(identity({ groups: "a" }).groups).toEqual(["a"]);
    expect(identity({ groups: { a: 1 } }).groups).toEqual([]);
    const named = { OIDC_GROUPS_CLAIM: "https://example.com/roles" };
    expect(identity({ "https://example.com/roles": ["c"] }, named).groups).toEqual(["c"]);
  });
});

it("isListed compares whole domains, emails and groups", () => {
  const allowed = settings({ OIDC_ALLOWED: "kim@example.org, @Example.com,group:Staff" });
  const listed = (email: string, groups: string[] = []) =>
    isListed({ ...identity({ email, groups }) }, allowed);
  expect(listed("mara@example.com")).toBe(true);
  expect(listed("KIM@example.org")).toBe(true);
  expect(listed("x@elsewhere.org", ["Staff"])).toBe(true);
  expect(listed("x@elsewhere.org", ["staff"])).toBe(false);
  expect(listed("x@sub.example.com")).toBe(false);
  expect(listed("x@notexample.com")).toBe(false);
});

it("roleByGroup gives the highest role, and the lowest to all others", () => {
  const some = settings({ OIDC_OWNER_GROUP: "admins", OIDC_EDITOR_GROUP: "writers" });
  const all = settings({ OIDC_OWNER_GROUP: "admins", OIDC_READER_GROUP: "all" });
  const of = (groups: string[], which: OidcSettings) => roleByGroup(identity({ groups }), which);
  expect(of(["writers", "admins"], some)).toBe("owner");
  expect(of(["writers"], some)).toBe("editor");
  expect(of([], some)).toBe("reader");
  expect(of(["all"], all)).toBe("reader");
  expect(of(["writers", ""], all)).toBe("none");
  expect(of(["admins"], settings())).toBeNull();
});

describe("refusals", () => {
  it("say nothing for a reason that is none", () => {
    for (const reason of ["toString", "__proto__", "", undefined, ["used"]])
      expect(sentenceOf(reason, "Acme")).toBeUndefined();
    expect(sentenceOf("unreachable", "single sign-on")).toMatch(
      /^Single sign-on cannot be reached/,
    );
  });

  it("leave errors of this server alone", () => {
    const error = new Error("bug");
    expect(toOidcRefusal(error)).toBe(error);
    expect(toOidcRefusal(new OidcRefusal("used"))).toMatchObject({ reason: "used" });
    const failed = Object.assign(new TypeError("fetch failed"), {
      cause: new Error("ECONNREFUSED"),
    });
    expect(toOidcRefusal(failed)).toMatchObject({
      reason: "unreachable",
      detail: "fetch failed: ECONNREFUSED",
    });
  });
});
