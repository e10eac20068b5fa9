import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Env } from "../config/env";
import type { Parts } from "../config/running";
import { dayMs } from "../core/day";
import { isLoopback, portOf } from "../core/destination";
import { originFor } from "../core/domain-origin";
import { withoutBrackets } from "../core/hosts";
import { isPublicName } from "../core/registrable-domain";
import { domainProof, newNonce, proofHeader } from "../owners/domain-proof";
import { isSameSecret } from "../owners/secret-hash";
import { type Sentence, sentence } from "../texts/sentence";
import { guardedRequest } from "./guarded-fetch";
import { toScrapeError } from "./scrape-error";
import { publicWeb } from "./scrape-policy";

export interface DomainHealth {
  domain: string;
  /** It is that of BASE_URL. */
  isBase: boolean;
  /** No name server knows its name, which is a public one: others may stand in files alone. */
  isLost: boolean;
  /** Its certificate has expired, which browsers refuse, wherever it is asked from. */
  isExpired: boolean;
  /** Null if the host reaches this service. */
  problem: Sentence | null;
  /** When its certificate expires; null without TLS. */
  expiresAt: Date | null;
  /** Days before its end at which a certificate should have been renewed. */
  leastDays: number;
}

/** The health check is on many pages. */
const keptMs = 60_000;
/** How long a host may take. */
const limitMs = 3_000;
const mostLeastDays = 14;
/** A proof has 43 characters. */
const mostBytes = 100;

export const newDomainHealth = () => ({
  at: Number.NEGATIVE_INFINITY,
  known: null as Promise<DomainHealth[]> | null,
});

/** What is asked: the name of the host, what the proof is for, and where. */
interface OwnHost extends Pick<DomainHealth, "domain" | "isBase"> {
  origin: string;
}

/** The host of BASE_URL, unless it is this machine's alone, and those of DOMAINS. */
export function ownHosts({ BASE_URL, DOMAINS }: Env): OwnHost[] {
  const { host, hostname } = new URL(BASE_URL);
  const further = [...DOMAINS.values()].map((domain) => ({
    domain,
    isBase: false,
    origin: originFor(domain, BASE_URL, DOMAINS),
  }));
  const isLocal = isLoopback(withoutBrackets(hostname));
  return isLocal ? further : [{ domain: host, isBase: true, origin: BASE_URL }, ...further];
}

/** Whether the own hosts reach this service, as far as it can see by itself. */
export function findDomainHealth({
  config,
  previews: { domainHealth: held },
}: Pick<Parts, "config" | "previews">): Promise<DomainHealth[]> {
  const now = performance.now();
  if (held.known !== null && now - held.at <= keptMs) return held.known;
  held.at = now;
  const found = Promise.all(ownHosts(config).map((own) => askHost(own, config)));
  // Pages show what was found before, instead of waiting for hosts that do not answer.
  const shown = held.known ?? found;
  held.known = shown;
  found.then(
    () => {
      held.known = found;
    },
    // What was found before stays, and the next look asks again.
    () => {
      held.at = Number.NEGATIVE_INFINITY;
    },
  );
  return shown;
}

/** Asks now, whatever is known. */
export async function askHost({ origin, ...own }: OwnHost, config: Env): Promise<DomainHealth> {
  const nonce = newNonce();
  const url = new URL(`/${nonce}`, origin);
  let response: IncomingMessage | undefined;
  let validity: Validity = { expiresAt: null, leastDays: mostLeastDays };
  try {
    const signal = AbortSignal.timeout(limitMs);
    // The operator chose the hosts, and nothing of their answer is shown. They may be private.
    const policy = {
      ...publicWeb(config, new Set()),
      mayBeOwn: true,
      ports: [portOf(url)],
      isAllowedAddress: () => true,
    };
    const headers = { [proofHeader]: "1", "User-Agent": "SluglineBot/1.0 (health check)" };
    response = await guardedRequest({ address: url.href, policy, signal, headers });
    validity = validityOf(response);
    const given = await readStart(response);
    const isProof = isSameSecret(given, await domainProof(own.isBase ? "" : own.domain, nonce));
    return {
      ...own,
      isLost: false,
      isExpired: false,
      problem: isProof ? null : elsewhere(response.statusCode ?? 0),
      ...validity,
    };
  } catch (error) {
    const { code } = toScrapeError(error);
    const isLost = code === "host_not_found" && (await isPublicName(url.hostname));
    const isExpired = (error as NodeJS.ErrnoException | null)?.code === "CERT_HAS_EXPIRED";
    return { ...own, isLost, isExpired, problem: sentenceOf(error), ...validity };
  } finally {
    response?.destroy();
  }
}

function elsewhere(status: number): Sentence {
  return sentence("hostElsewhere", { status });
}

function sentenceOf(error: unknown): Sentence {
  if (
    (error as Error | null)?.name === "TimeoutError" ||
    (error as Error | null)?.name === "AbortError"
  )
    return sentence("noAnswer", { seconds: limitMs / 1_000 });
  return toScrapeError(error).sentence;
}

type Validity = Pick<DomainHealth, "expiresAt" | "leastDays">;

function validityOf({ socket }: IncomingMessage): Validity {
  const none = { expiresAt: null, leastDays: mostLeastDays };
  if (!("getPeerCertificate" in socket)) return none;
  const { valid_from, valid_to } = (socket as TLSSocket).getPeerCertificate();
  const expiresAt = new Date(valid_to);
  const lifeMs = expiresAt.getTime() - new Date(valid_from).getTime();
  return Number.isNaN(lifeMs) ? none : { expiresAt, leastDays: leastDaysOf(lifeMs / dayMs) };
}

/** Certificates are usually renewed a month before they expire; those of a few days, in their last third. */
export function leastDaysOf(lifeDays: number): number {
  return Math.min(mostLeastDays, Math.floor(lifeDays / 3));
}

async function readStart(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > mostBytes) break;
  }
  return text;
}
