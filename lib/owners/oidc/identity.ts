import { type Role, roles } from "../../core/access";
import { cleanText, isDamaged } from "../../core/clean-text";
import { emailSchema } from "../../core/owner-schema";
import { OidcRefusal } from "./refusal";
import { hasRoleGroups, type OidcSettings } from "./settings";

/** Who somebody is at the provider. Issuer and subject never change; the rest may. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Verified by the provider. */
  email: string;
  name: string;
  groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** Of OpenID Connect Core, 2. */
const longestSubject = 255;

/** Throws `OidcRefusal` without a verified email address. */
export function identityOf(claims: Claims, { groupsClaim }: OidcSettings): Identity {
  const { iss: issuer, sub: subject, name } = claims;
  if (typeof issuer !== "string" || typeof subject !== "string" || !isSubject(subject))
    throw new OidcRefusal("answer", "the subject is missing, too long or no text");
  const email = emailSchema.safeParse(claims.email).data;
  if (email === undefined)
    throw new OidcRefusal("no_email", `the claims are ${Object.keys(claims).join(", ")}`);
  if (!isVerified(claims)) throw new OidcRefusal("unverified");
  return {
    issuer,
    subject,
    email,
    name: (typeof name === "string" ? cleanText(name, 100) : null) ?? "",
    groups: groupsIn(claims[groupsClaim]),
  };
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

function groupsIn(claim: unknown): string[] {
  const all = Array.isArray(claim) ? claim : [claim];
  return all.filter((group) => typeof group === "string");
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
