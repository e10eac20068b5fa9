import { describe, expect, it } from "vitest";
import {
  combineClaims,
  identityOf,
  isListed,
  missingClaims,
  roleByGroup,
} from "@/lib/sign-in/oidc/identity";
import { OidcRefusal, sentenceOf, toOidcRefusal } from "@/lib/sign-in/oidc/refusal";
import { type OidcSettings, oidcSettings } from "@/lib/sign-in/oidc/settings";
import { inEnglish } from "../../support/in-english";
import { useConfig } from "../support/config";

const base = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "slugline",
  OIDC_CLIENT_SECRET: "secret",
};
const claims = { iss: "https://id.example.com", sub: "1", email: "Mara@Example.com" };

function settings(variables: Record<string, string> = {}): OidcSettings {
  const made = oidcSettings(useConfig({ ...base, ...variables }).settings);
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

describe("claims of two sources", () => {
  const combined = (token: object, info: object, variables: Record<string, string> = {}) =>
    combineClaims({ ...token }, { ...info }, settings(variables));
  const a = { email: "a@example.com" };
  const b = { email: "b@example.com" };
  const verified = { email_verified: true };

  it.each([
    ["another address in UserInfo", a, { ...b, ...verified }, { ...a }],
    ["another address in the ID token", b, { ...a, xms_edov: true }, { ...b }],
    ["a statement without an address in the ID token", verified, a, { ...a }],
    ["a statement without an address in UserInfo", a, verified, { ...a }],
    ["the same address", a, { email: "A@example.com ", ...verified }, { ...a, ...verified }],
    [
      "two statements of one address",
      { ...a, email_verified: false },
      { ...a, ...verified },
      { ...a, email_verified: false },
    ],
    ["an ID token without one", {}, { ...a, ...verified }, { ...a, ...verified }],
    [
      "an ID token whose claim is null",
      { email: null },
      { ...a, ...verified },
      { ...a, ...verified },
    ],
  ])("%s", (_name, token, info, together) => {
    expect(combined(token, info)).toEqual(together);
  });

  it("says what the ID token lacks, groups only where they decide", () => {
    const missing = (token: object, variables = {}) =>
      missingClaims({ ...token }, settings(variables));
    expect(missing({})).toEqual(["email", "name"]);
    expect(missing({ ...a, email_verified: false, name: "A" })).toEqual(["email"]);
    expect(missing({ ...a, ...verified, name: "A" })).toEqual([]);
    const nested = { OIDC_OWNER_GROUP: "x", OIDC_GROUPS_CLAIM: "realm_access.roles" };
    expect(missing({ ...a, ...verified, name: "A" }, nested)).toEqual(["realm_access.roles"]);
    const roles = { realm_access: { roles: ["x"] } };
    expect(missing({ ...a, ...verified, name: "A", ...roles }, nested)).toEqual([]);
    expect(combined({ ...a, realm_access: {} }, { ...a, ...roles }, nested)).toMatchObject({
      "realm_access.roles": ["x"],
    });
  });
});

it("an address may have letters of any script, and all that a mailbox may be called", () => {
  for (const email of [
    "müller@example.com",
    "mara@bücher.example",
    "用户@例え.jp",
    "o'b&c@example.com",
  ])
    expect(identity({ email }).email).toBe(email);
  expect(identity({ email: "MU\u0308LLER@Example.com" }).email).toBe("müller@example.com");
  expect(identity({ email: "mara@XN--BCHER-KVA.example" }).email).toBe("mara@bücher.example");
  for (const email of ["a b@example.com", "a@b@example.com", "mara@localhost", "<a@example.com>"])
    expect(reasonOf({ email, email_verified: true })).toBe("bad_email");
});

it("a domain is the same in its letters and in Punycode", () => {
  const email = "mara@bücher.example";
  const sent = "mara@xn--bcher-kva.example";
  expect(combineClaims({ email }, { email: sent, email_verified: true }, settings())).toMatchObject(
    {
      email_verified: true,
    },
  );
  for (const allowed of ["@BÜCHER.example", "@xn--bcher-kva.example", email, sent])
    for (const claim of [email, sent])
      expect(isListed(identity({ email: claim }), settings({ OIDC_ALLOWED: allowed }))).toBe(true);
});

it("groups may be nested, and the log says what was missing", () => {
  const at = (name: string, more: object) => identity(more, { OIDC_GROUPS_CLAIM: name });
  expect(at("realm_access.roles", { realm_access: { roles: ["a"] } }).groups).toEqual(["a"]);
  const dotted = { resource_access: { "my.app": { roles: ["b"] } } };
  expect(at("resource_access.my.app.roles", dotted).groups).toEqual(["b"]);
  expect(at("a.b", { "a.b": ["c"], a: { b: ["d"] } }).groups).toEqual(["c"]);
  for (const name of ["realm_access.roles", "__proto__.x", "email.length", "a."]) {
    const { groups, groupsProblem } = at(name, { realm_access: {} });
    expect(groups).toEqual([]);
    expect(groupsProblem).toContain(`${name} is missing; the claims are iss, sub, email`);
  }
  expect(at("groups", { groups: [] }).groupsProblem).toContain("groups names no group");
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
    expect(inEnglish(sentenceOf("unreachable", "single sign-on"))).toMatch(
      /^Single sign-on cannot be reached/,
    );
    expect(inEnglish(sentenceOf("clock", "single sign-on"))).toMatch(
      /^The clocks of single sign-on/,
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
