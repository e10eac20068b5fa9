import { cutText } from "../../core/clean-text";
import { isNamed } from "../../core/errors";
import { say } from "../../texts/say";
import type { Sentence, SentenceId } from "../../texts/sentence";
import { attemptLifeS } from "./attempt-cookie";

/** Why a sign-in at the provider failed, each with its sentence on the sign-in page. */
const oidcReasons = {
  unreachable: "oidcUnreachable",
  issuer: "oidcIssuer",
  client: "oidcClient",
  answer: "oidcAnswer",
  clock: "oidcClock",
  browser: "oidcBrowser",
  used: "oidcUsed",
  denied: "oidcDenied",
  unverified: "oidcUnverified",
  no_email: "oidcNoEmail",
  bad_email: "oidcBadEmail",
  not_allowed: "oidcNotAllowed",
  no_group: "oidcNoGroup",
  linked: "oidcLinked",
  no_owner: "oidcNoOwner",
  invitation: "oidcInvitation",
  too_many: "oidcTooMany",
  too_many_starts: "oidcTooMany",
  unavailable: "oidcUnavailable",
  failed: "oidcFailed",
} satisfies Record<string, SentenceId>;

export type OidcReason = keyof typeof oidcReasons;

/** The sentence for a reason in the address of the sign-in page; undefined for any other text. */
export function sentenceOf(reason: unknown, name: string): Sentence | undefined {
  if (typeof reason !== "string" || !Object.hasOwn(oidcReasons, reason)) return undefined;
  const id = oidcReasons[reason as OidcReason];
  const isFirst = say("en", { id }).startsWith("{");
  const provider = isFirst ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  return { id, values: { provider, minutes: attemptLifeS / 60 } };
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
