import { z } from "zod";
import { cutText } from "../core/clean-text";
import { isLoopback } from "../core/destination";
import { canonicalDomain, emailSchema } from "../core/email";
import { parseUrl, withoutBrackets } from "../core/hosts";
import { english } from "../texts/say";
import { says } from "../texts/sentence";

/** One entry of OIDC_ALLOWED. */
export interface AllowedRule {
  kind: "email" | "domain" | "group";
  /** In lower case, except for groups. A domain is without its @. */
  value: string;
}

const issuer = z
  .string()
  .trim()
  .transform((text, context) => {
    const problem = issuerProblem(text);
    if (problem === null) return text;
    context.addIssue(problem);
    return z.NEVER;
  });

function issuerProblem(text: string): string | null {
  const url = parseUrl(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    /[?#]/.test(text) ||
    url.username ||
    url.password
  )
    return says("mustBeIssuer");
  if (url.protocol === "http:" && !isLoopback(withoutBrackets(url.hostname)))
    return says("mustBeginWithHttps");
  if (url.pathname.includes("/.well-known/")) return says("mustBeIssuerAlone");
  // Each of them stands for all tenants, whose administrators choose the emails of their people.
  if (
    url.host === "login.microsoftonline.com" &&
    /^\/(common|organizations|consumers)\//.test(url.pathname)
  )
    return says("mustNameTenant", {
      address: "https://login.microsoftonline.com/<tenant id>/v2.0",
    });
  return null;
}

const allowed = z.string().transform((text, context): AllowedRule[] => {
  const parts = text.split(",").map((part) => part.trim());
  const rules = parts.filter((part) => part !== "").map(parseRule);
  const wrong = rules.indexOf(null);
  if (wrong === -1) return rules.filter((rule) => rule !== null);
  const item = parts.filter((part) => part !== "")[wrong] ?? "";
  context.addIssue(says("mustBeAllowed", { item: cutText(item, 100) }));
  return z.NEVER;
});

function parseRule(text: string): AllowedRule | null {
  const group = /^group:(.+)$/.exec(text)?.[1]?.trim();
  if (group) return { kind: "group", value: group };
  const domain = /^@([^\s@:]+)$/.exec(text)?.[1];
  if (domain) return { kind: "domain", value: canonicalDomain(domain.toLowerCase()) };
  const email = emailSchema.safeParse(text).data;
  return email === undefined ? null : { kind: "email", value: email };
}

const name = z
  .string()
  .trim()
  .min(1)
  .max(100, says("mustBeShorter", { most: 100 }));

export const signInVariables = {
  PASSWORD_SIGN_IN: z.enum(["on", "off"], { error: english("mustBeOnOrOff") }).optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().trim().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: name.optional(),
  OIDC_ALLOWED: allowed.optional(),
  OIDC_GROUPS_CLAIM: name.optional(),
  OIDC_OWNER_GROUP: z.string().trim().optional(),
  OIDC_EDITOR_GROUP: z.string().trim().optional(),
  OIDC_READER_GROUP: z.string().trim().optional(),
};

type Given = Partial<Record<keyof typeof signInVariables, unknown>>;

/** What the variables must fulfil together: each name with what is wrong with it. */
export function findSignInProblems(given: Given): [name: string, problem: string][] {
  const problems: [string, string][] = [];
  const hasIssuer = given.OIDC_ISSUER !== undefined;
  for (const each of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const)
    if (hasIssuer && !given[each]) problems.push([each, english("isNeededBesideIssuer")]);
  for (const each of [
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_OWNER_GROUP",
    "OIDC_EDITOR_GROUP",
    "OIDC_READER_GROUP",
  ] as const)
    if (!hasIssuer && given[each]) problems.push([each, english("hasNoEffectWithoutIssuer")]);
  if (!hasIssuer && given.PASSWORD_SIGN_IN === "off")
    problems.push(["PASSWORD_SIGN_IN", english("mustBeOnWithoutIssuer")]);
  return problems;
}
