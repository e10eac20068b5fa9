import { log } from "../../config/log";
import { isNamed } from "../../core/errors";
import { isDatabaseUnavailable } from "../../database/database-errors";
import { takeGuess } from "../../limits/guess-limits";
import { isTooManyRequests } from "../../limits/too-many-requests";
import { returnPath, signInPath } from "../../owners/return-path";
import { isFirstUse } from "../../owners/run-once";
import { openSession, type Proof, type RequestSource } from "../../owners/start-session";
import { sentence } from "../../texts/sentence";
import { recordFailedSignIn } from "../failed-sign-ins";
import { admitPerson, findLinked } from "./admit-person";
import { type Attempt, keepAttempt, takeAttempt } from "./attempt-cookie";
import { type Identity, identityOf } from "./identity";
import { readClaims, startAtProvider } from "./provider";
import { type OidcReason, OidcRefusal } from "./refusal";
import { type OidcSettings, readsGroups } from "./settings";

interface Wanted {
  /** The page to open afterwards. */
  next: string | null;
  /** The secret of an invitation to accept. */
  invite: string | null;
}

/** Where to go: to the provider, or to the sign-in page with the reason why not. */
export async function beginAtProvider(
  settings: OidcSettings,
  { next, invite }: Wanted,
  { address: from, cookies }: Pick<RequestSource, "address" | "cookies">,
  now: Date,
): Promise<string> {
  const wanted = returnPath(next);
  try {
    await takeGuess("start", from, now);
    const { address, proofs } = await startAtProvider(settings);
    await keepAttempt({ ...proofs, next: wanted, ...(invite && { invite }) }, cookies, now);
    return address.href;
  } catch (error) {
    return refused(isTooManyRequests(error) ? new OidcRefusal("too_many_starts") : error, wanted);
  }
}

/**
 * Signs in whoever the provider sent back with `answer`. Returns where to go: to the page that was
 * wanted, or to the sign-in page with the reason why not.
 */
export async function finishAtProvider(
  settings: OidcSettings,
  answer: URLSearchParams,
  source: RequestSource,
  now: Date,
): Promise<string> {
  let attempt: Attempt | null = null;
  let identity: Identity | null = null;
  try {
    attempt = await takeAttempt(source.cookies, answer.get("state") ?? "", now);
    if (!attempt) throw new OidcRefusal("browser", "no cookie of a sign-in with this state");
    if (!(await isFirstUse("single-sign-on", attempt.state, now)))
      throw new OidcRefusal("used", "its state came back before");
    const claims = await readCounted(answer, attempt, { settings, address: source.address, now });
    identity = identityOf(claims, settings);
    if (readsGroups(settings) && identity.groupsProblem)
      log().warn({ detail: identity.groupsProblem }, "single sign-on found no groups");
    const { headers } = source;
    const id = await admitPerson({ identity, settings, invite: attempt.invite, headers, now });
    const { issuer, subject } = identity;
    const proof: Proof = async (writer) =>
      (await findLinked(writer, { issuer, subject }))?.id === id
        ? sentence("withProvider", { name: settings.name })
        : null;
    if (!(await openSession(id, source, proof)))
      throw new OidcRefusal("not_allowed", "removed meanwhile");
    return returnPath(attempt.next);
  } catch (error) {
    const detail = sentence("withProviderFailed", { name: settings.name, reason: reasonOf(error) });
    await recordFailedSignIn(identity?.email ?? "", source.headers, now, detail);
    return refused(error, attempt?.next ?? null);
  }
}

/** What a stranger could send without end, and what the provider would be asked for each time. */
const invented: ReadonlySet<OidcReason> = new Set(["used", "answer", "failed"]);

interface Asking {
  settings: OidcSettings;
  address: string;
  now: Date;
}

async function readCounted(answer: URLSearchParams, attempt: Attempt, asking: Asking) {
  const guess = await takeGuess("code", asking.address, asking.now);
  const claims = await readClaims(answer, attempt, asking.settings).catch(
    async (error: unknown) => {
      if (!isRefusal(error) || !invented.has(error.reason)) await guess.giveBack();
      throw error;
    },
  );
  await guess.giveBack();
  return claims;
}

function isRefusal(error: unknown): error is OidcRefusal {
  return isNamed<OidcRefusal>(error, "OidcRefusal");
}

function refused(error: unknown, next: string | null): string {
  const reason = reasonOf(error);
  if (reason === "failed" && !isRefusal(error)) log().error(error, "single sign-on failed");
  else log().warn({ reason, detail: isRefusal(error) ? error.detail : undefined }, message);
  return signInPath(next, { reason });
}

const message = "single sign-on refused";

function reasonOf(error: unknown): OidcReason {
  if (isRefusal(error)) return error.reason;
  if (isTooManyRequests(error)) return "too_many";
  return isDatabaseUnavailable(error) ? "unavailable" : "failed";
}

/**
 * The same address at the host that the provider leads back to, for a browser on this machine that
 * uses another name of it: the cookie must be set where it is read. Null if it is there.
 */
export function atOwnHost(
  host: string | null,
  pathAndQuery: string,
  origin: string,
): string | null {
  const own = new URL(origin);
  const isOther =
    host !== own.host && host?.split(":").at(-1) === own.port && localNames.test(host ?? "");
  return isOther && localNames.test(own.host) ? own.origin + pathAndQuery : null;
}

const localNames = /^(localhost|127\.0\.0\.1|\[::1\]):\d+$/;
