import { cutText } from "../../core/clean-text";
import { isNamed } from "../../core/is-named";

/** Why a sign-in at the provider failed, each with its sentence on the sign-in page. */
const oidcReasons = {
  unreachable: (name: string) =>
    `${name} cannot be reached, or gives no usable answer. Try again in a minute.`,
  issuer: (name: string) =>
    `The issuer that ${name} names differs from OIDC_ISSUER. The operator of this server must correct it.`,
  client: (name: string) =>
    `${name} does not accept this server's client ID or secret. The operator of this server must correct them.`,
  answer: (name: string) =>
    `${name} sent an answer that does not belong to this sign-in, or whose signature is wrong. Sign in again.`,
  clock: (name: string) =>
    `The clocks of ${name} and this server differ. The operator must set them right.`,
  browser: () =>
    "This sign-in was started in another browser or tab, or more than 10 minutes ago. Sign in again.",
  used: () => "This sign-in was already used or took too long. Sign in again.",
  denied: (name: string) => `${name} did not let you sign in, or you cancelled.`,
  unverified: (name: string) =>
    `Your email address is not verified at ${name}. Verify it there, then sign in again.`,
  no_email: (name: string) =>
    `${name} did not send your email address. The operator must allow it to.`,
  bad_email: (name: string) =>
    `${name} sent an email address in a form that this server does not accept. Change it there, then sign in again.`,
  not_allowed: () => "You are not allowed to sign in here. Ask an owner for access.",
  no_group: (name: string) =>
    `You are not allowed to sign in here: you are in no group at ${name} that has access.`,
  linked: (name: string) =>
    `Somebody with your email address signs in here with another account of ${name}. Ask an owner to disconnect it under Settings > Team.`,
  no_owner: () => "This server has no owner yet: set it up first.",
  invitation: (name: string) =>
    `This invitation has expired, was already used, or is for another email address than yours at ${name}. Ask the owner who sent it for a new one.`,
  too_many: () => "Too many failed sign-ins from your network. Try again in 15 minutes.",
  too_many_starts: () =>
    "Too many sign-ins were started from your network. Try again in 15 minutes.",
  unavailable: () => "This server's database is unavailable. Try again in a minute.",
  failed: (name: string) =>
    `Signing in with ${name} failed. The log of this server says why, under "single sign-on".`,
} satisfies Record<string, (name: string) => string>;

export type OidcReason = keyof typeof oidcReasons;

/** The sentence for a reason in the address of the sign-in page; undefined for any other text. */
export function sentenceOf(reason: unknown, name: string): string | undefined {
  if (typeof reason !== "string" || !Object.hasOwn(oidcReasons, reason)) return undefined;
  const sentence = oidcReasons[reason as OidcReason](name);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export class OidcRefusal extends Error {
  override readonly name = "OidcRefusal";

  constructor(
    readonly reason: OidcReason,
    /** For the log: what exactly was wrong, without anything about the person. */
    readonly detail?: string,
  ) {
    super(reason);
  }
}

/** What openid-client and fetch throw, as far as it matters. */
interface LibraryError extends Error {
  code?: string;
  /** Of an OAuth error response. */
  error?: string;
  error_description?: string;
  status?: number;
  cause?: unknown;
}

const ofOAuthErrors: Meanings = {
  access_denied: "denied",
  login_required: "denied",
  interaction_required: "denied",
  consent_required: "denied",
  invalid_client: "client",
  unauthorized_client: "client",
  invalid_grant: "used",
  server_error: "unreachable",
  temporarily_unavailable: "unreachable",
};

const ofCodes: Meanings = {
  OAUTH_TIMEOUT: "unreachable",
  OAUTH_ABORT: "unreachable",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "unreachable",
  OAUTH_RESPONSE_IS_NOT_JSON: "unreachable",
  OAUTH_PARSE_ERROR: "unreachable",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "answer",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "clock",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "answer",
  OAUTH_INVALID_RESPONSE: "answer",
  OAUTH_KEY_SELECTION_FAILED: "answer",
};

/** A claim of an ID token, or an attribute of discovery, that is another one than expected. */
const ofClaims: Meanings = {
  issuer: "issuer",
  iss: "issuer",
  aud: "client",
  azp: "client",
};

/** The refusal that an error at the provider means. Errors of this server pass unchanged. */
export function toOidcRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || isNamed<OidcRefusal>(error, "OidcRefusal")) return error;
  const reason = reasonAtProvider(error);
  return reason ? new OidcRefusal(reason, describe(error)) : error;
}

function reasonAtProvider(error: LibraryError): OidcReason | undefined {
  if (error.error !== undefined) return find(ofOAuthErrors, error.error) ?? "failed";
  if (error.code === "OAUTH_WWW_AUTHENTICATE_CHALLENGE")
    return error.status === 401 ? "client" : "failed";
  const compared = propertyOf(error.cause, "cause") ?? error.cause;
  const claim = propertyOf(compared, "claim") ?? propertyOf(compared, "attribute");
  return find(ofClaims, claim) ?? find(ofCodes, error.code) ?? find(ofNames, error.name);
}

type Meanings = Partial<Record<string, OidcReason>>;

/** The key may be what a stranger sent. */
function find(meanings: Meanings, key: unknown): OidcReason | undefined {
  return typeof key === "string" && Object.hasOwn(meanings, key) ? meanings[key] : undefined;
}

/** By fetch, for a connection that fails or ends too early; and for all that is left. */
const ofNames: Meanings = {
  TypeError: "unreachable",
  TimeoutError: "unreachable",
  ClientError: "failed",
};

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Names the innermost error, whose message says most. Never a claim: those are about the person.
 */
function describe(error: LibraryError): string {
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const code = error.code ?? (inner as LibraryError | undefined)?.code;
  const parts = [code, error.error, error.error_description, error.message, inner?.message];
  return cutText(parts.filter((part) => typeof part === "string" && part !== "").join(": "), 500);
}
