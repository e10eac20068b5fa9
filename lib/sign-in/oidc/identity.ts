import { type Role, roles } from "../../core/access";
import { cleanText, isDamaged } from "../../core/clean-text";
import { canonicalEmail, emailSchema } from "../../core/email";
import { OidcRefusal } from "./refusal";
import { hasRoleGroups, type OidcSettings, readsGroups } from "./settings";

/** Who somebody is at the provider. Issuer and subject never change; the rest may. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Verified by the provider. */
  email: string;
  name: string;
  groups: readonly string[];
  /** Why there are none, for the log: never a value of a claim. */
  groupsProblem: string | null;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Of OpenID Connect Core, 2. */
const longestSubject = 255;

/** Throws `OidcRefusal` without a verified email address. */
export function identityOf(claims: Claims, { groupsClaim }: OidcSettings): Identity {
  const { iss: issuer, sub: subject, name } = claims;
  if (typeof issuer !== "string" || typeof subject !== "string" || !isSubject(subject))
    throw new OidcRefusal("answer", "the subject is missing, too long or no text");
  const email = emailSchema.safeParse(claims.email).data;
  if (email === undefined) {
    const isOne = String(claims.email).includes("@");
    throw new OidcRefusal(isOne ? "bad_email" : "no_email", namesOf(claims));
  }
  if (!isVerified(claims)) throw new OidcRefusal("unverified");
  return {
    issuer,
    subject,
    email,
    name: (typeof name === "string" ? cleanText(name, 100) : null) ?? "",
    ...readGroups(claims, groupsClaim),
  };
}

function namesOf(claims: Claims): string {
  return `the claims are ${Object.keys(claims).join(", ")}`;
}

/**
 * What the ID token and the UserInfo endpoint say together. Each claim is from one of them, the
 * token first. Whether an address is verified counts from a source that names this address alone.
 */
export function combineClaims(token: Claims, info: Claims, { groupsClaim }: OidcSettings): Claims {
  const [first, second] = [given(token), given(info)];
  const email = addressIn(first) ?? addressIn(second);
  const [ofToken, ofInfo] = [first, second].map((source) =>
    addressIn(source) === email ? source : withoutVerification(source),
  );
  const groups = claimAt(first, groupsClaim) ?? claimAt(second, groupsClaim);
  return { ...ofInfo, ...ofToken, ...(groups !== undefined && { [groupsClaim]: groups }) };
}

/** What UserInfo has to add to an ID token; empty if that says all. Only the name may be missing. */
export function missingClaims(token: Claims, settings: OidcSettings): string[] {
  const claims = combineClaims(token, {}, settings);
  return [
    ...(addressIn(claims) !== undefined && isVerified(claims) ? [] : ["email"]),
    ...(readsGroups(settings) && claimAt(claims, settings.groupsClaim) === undefined
      ? [settings.groupsClaim]
      : []),
    ...(typeof claims.name === "string" ? [] : ["name"]),
  ];
}

/** Without claims that say nothing. */
function given(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value != null));
}

function addressIn({ email }: Claims): string | undefined {
  return typeof email === "string" ? canonicalEmail(email) : undefined;
}

function withoutVerification({ email_verified: _, xms_edov: __, ...rest }: Claims): Claims {
  return rest;
}

/** The claim of this name, or the one that dots lead to: `realm_access.roles`. */
function claimAt(claims: unknown, name: string): unknown {
  if (typeof claims !== "object" || claims === null) return undefined;
  if (Object.hasOwn(claims, name)) return Reflect.get(claims, name);
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const outer = name.slice(0, dot);
    if (!Object.hasOwn(claims, outer)) continue;
    const inner = claimAt(Reflect.get(claims, outer), name.slice(dot + 1));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isSubject(text: string): boolean {
  return text !== "" && text.length <= longestSubject && !isDamaged(text);
}

/**
 * Entra ID never sends `email_verified`. Its optional claim `xms_edov` says that the tenant has
 * proved to own the domain of the address.
 */
function isVerified({ email_verified: verified, xms_edov: ofOwnDomain }: Claims): boolean {
  if (verified !== undefined) return verified === true || verified === "true";
  return ofOwnDomain === true || ofOwnDomain === 1 || /^(true|1)$/i.test(String(ofOwnDomain));
}

function readGroups(claims: Claims, name: string): Pick<Identity, "groups" | "groupsProblem"> {
  const claim = claimAt(claims, name);
  const all = Array.isArray(claim) ? claim : [claim];
  const groups = all.filter((group) => typeof group === "string");
  if (groups.length > 0) return { groups, groupsProblem: null };
  const what = claim === undefined ? "is missing" : "names no group";
  return { groups, groupsProblem: `OIDC_GROUPS_CLAIM: ${name} ${what}; ${namesOf(claims)}` };
}

/** With an empty list this says nothing: people are allowed who are here already, or invited. */
export function isListed({ email, groups }: Identity, { allowed }: OidcSettings): boolean {
  return allowed.some(({ kind, value }) => {
    if (kind === "group") return groups.includes(value);
    return kind === "email" ? email === value : email.endsWith(`@${value}`);
  });
}

/**
 * The highest role that a group of this person has; null if groups do not decide. Without
 * OIDC_READER_GROUP everybody else is a reader; with it, "none".
 */
export function roleByGroup({ groups }: Identity, settings: OidcSettings): Role | "none" | null {
  if (!hasRoleGroups(settings)) return null;
  const role = roles.findLast((each) => {
    const group = settings.groups[each];
    return group !== undefined && groups.includes(group);
  });
  return role ?? (settings.groups.reader === undefined ? "reader" : "none");
}
