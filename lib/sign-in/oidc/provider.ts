import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import { log } from "../../config/log";
import { errorText, isNamed } from "../../core/errors";
import { guardedRequest } from "../../previews/guarded-fetch";
import type { ScrapePolicy } from "../../previews/scrape-policy";
import { ownPart } from "../own-part";
import { type Claims, combineClaims, missingClaims } from "./identity";
import { type OidcRefusal, toOidcRefusal } from "./refusal";
import { type OidcSettings, readsGroups } from "./settings";

/** For each request to the provider, its whole answer included. */
const limitS = 5;
const mostBytes = 1_000_000;

/** Loaded with the first use. */
const library = () => import("openid-client");

/**
 * The provider that somebody is sent to. Those who ask at the same time share one answer, and so do
 * those in a minute with more sign-ins than anybody begins who means it.
 */
export function sharedProvider(settings: OidcSettings): Promise<Configuration> {
  const held = ownPart().oidc;
  const of = JSON.stringify(settings);
  // Owners may have changed them.
  if (held.of !== of) Object.assign(held, { of, asking: null, answer: null });
  if (held.asking) return held.asking;
  if (held.answer && held.asked.take("", new Date()).left < 0) return held.answer;
  const asking = discover(settings, () => 0).finally(() => {
    if (held.asking === asking) held.asking = null;
  });
  held.asking = asking;
  held.answer = asking;
  return asking;
}

/**
 * Asks the provider for its addresses, each time: nobody is sent to one that is down, and its keys
 * are read anew, however often they change. Throws `OidcRefusal`.
 */
async function discover(settings: OidcSettings, turn: () => number): Promise<Configuration> {
  const client = await library();
  const { issuer, clientId, clientSecret } = settings;
  const methods = {
    client_secret_basic: client.ClientSecretBasic,
    client_secret_post: client.ClientSecretPost,
  };
  const authenticate: ClientAuth = (server, ...rest) => {
    const method = methodsOf(server.token_endpoint_auth_methods_supported)[turn()];
    methods[method ?? "client_secret_post"](clientSecret)(server, ...rest);
  };
  try {
    return await client.discovery(new URL(issuer), clientId, {}, authenticate, {
      timeout: limitS,
      [client.customFetch]: boundedFetch(settings),
      // Without this the library trusts TLS alone, and checks no signature.
      execute: issuer.startsWith("http:")
        ? [client.enableNonRepudiationChecks, client.allowInsecureRequests]
        : [client.enableNonRepudiationChecks],
    });
  } catch (error) {
    throw toOidcRefusal(error);
  }
}

/** How this server may show its secret, by what discovery says (OpenID Connect Discovery, 3). */
function methodsOf(supported: readonly string[] = ["client_secret_basic"]) {
  return (["client_secret_basic", "client_secret_post"] as const).filter((method) =>
    supported.includes(method),
  );
}

/** A request to the provider, whose answer is read up to a limit. */
const boundedFetch =
  ({ policy }: OidcSettings): CustomFetch =>
  async (url, options) => {
    const response = policy
      ? await fetchWithin(policy, url, options)
      : await ownPart().oidc.fetch(url, { ...options, cache: "no-store" } as RequestInit);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > mostBytes) throw new TypeError(`more than ${mostBytes} bytes`);
      parts.push(part);
    }
    const { status, headers } = response;
    return new Response(parts.length > 0 ? Buffer.concat(parts) : null, { status, headers });
  };

/** The addresses that a provider names are vetted, too. */
async function fetchWithin(
  policy: ScrapePolicy,
  address: string,
  { method, headers, body, signal }: Parameters<CustomFetch>[1],
) {
  const limit = AbortSignal.timeout(limitS * 1_000);
  try {
    const answer = await guardedRequest({
      address,
      policy,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { body: String(body) } : {}),
    });
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { body: answer, status: answer.statusCode ?? 0, headers: Object.fromEntries(given) };
  } catch (error) {
    // As `fetch` does, whose errors the library passes on.
    throw new TypeError(errorText(error), { cause: error });
  }
}

/** What a sign-in needs to be recognised by when it comes back. */
interface Proofs {
  state: string;
  nonce: string;
  verifier: string;
}

/** The address at the provider that starts a sign-in, and its proofs. Throws `OidcRefusal`. */
export async function startAtProvider(
  settings: OidcSettings,
): Promise<{ address: URL; proofs: Proofs }> {
  const client = await library();
  const provider = await sharedProvider(settings);
  const { scopes_supported: known = [] } = provider.serverMetadata();
  const proofs = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const { groupsClaim } = settings;
  // Google and Entra ID refuse scopes that they do not know.
  const ofGroups = readsGroups(settings) && known.includes(groupsClaim) ? [groupsClaim] : [];
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: settings.redirectUri,
    scope: ["openid", "email", "profile", ...ofGroups].join(" "),
    state: proofs.state,
    nonce: proofs.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(proofs.verifier),
    code_challenge_method: "S256",
  });
  return { address, proofs };
}

/**
 * Exchanges the code in `answer` for what the provider says of the person. The tokens are not kept.
 * Throws `OidcRefusal`.
 */
export async function readClaims(
  answer: URLSearchParams,
  { state, nonce, verifier }: Proofs,
  settings: OidcSettings,
): Promise<Claims> {
  const client = await library();
  let turn = 0;
  const provider = await discover(settings, () => turn);
  const url = new URL(`${settings.redirectUri}?${answer}`);
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  const exchange = () => client.authorizationCodeGrant(provider, url, { ...checks });
  try {
    const tokens = await exchange().catch((error: unknown) => {
      // Many providers expect the secret in one way alone, and do not say in which.
      const supported = provider.serverMetadata().token_endpoint_auth_methods_supported;
      if (!isWrongClient(error) || methodsOf(supported).length < 2) throw error;
      turn = 1;
      return exchange().catch(() => Promise.reject(error));
    });
    const claims = tokens.claims();
    if (!claims) throw new Error("the provider sent no ID token");
    const missing = missingClaims({ ...claims }, settings);
    const isAsked = missing.length > 0 && provider.serverMetadata().userinfo_endpoint;
    const info = isAsked
      ? await client
          .fetchUserInfo(provider, tokens.access_token, claims.sub)
          .catch((error: unknown) => withoutInfo(error, missing))
      : {};
    return combineClaims({ ...claims }, { ...info }, settings);
  } catch (error) {
    throw toOidcRefusal(error);
  }
}

/** Nobody is kept out for want of a name. An answer about somebody else is no want. */
function withoutInfo(error: unknown, missing: readonly string[]): Claims {
  const refusal = toOidcRefusal(error);
  if (!isNamed<OidcRefusal>(refusal, "OidcRefusal")) throw error;
  if (refusal.reason === "answer" || missing.some((claim) => claim !== "name")) throw error;
  log().warn({ detail: refusal.detail }, "single sign-on got no answer of UserInfo");
  return {};
}

function isWrongClient(error: unknown): boolean {
  const { error: code, status } = error as { error?: string; status?: number };
  return code === "invalid_client" || (code === undefined && status === 401);
}
