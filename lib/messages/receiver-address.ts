import type { Env } from "../config/env";
import type { SettingsInEffect } from "../config/site-settings";
import { findDestinationProblem, hostAndPort, isLoopback } from "../core/destination";
import { isNamed, refusedField } from "../core/errors";
import type { ScrapeError } from "../previews/scrape-error";
import { publicWeb, type ScrapePolicy, vetUrl } from "../previews/scrape-policy";
import { type SentenceId, sentence, type Values } from "../texts/sentence";
import { findAddressProblem } from "./chat-requests";
import type { ReceiverKind } from "./events";
import { mailSettings } from "./mail-settings";

/** Looking the host up is worth a short wait: it is vetted again whenever a message is sent. */
const limitMs = 2_000;

export function receiverPolicy(config: Env): ScrapePolicy {
  return publicWeb(config, config.MESSAGE_ALLOW_HOSTS);
}

/**
 * Throws `validation_failed` if messages may not be sent there. A host that cannot be looked up now
 * may exist later.
 */
export async function refuseUnreachable(
  kind: ReceiverKind,
  address: string,
  settings: SettingsInEffect,
): Promise<void> {
  const problem = findAddressProblem(kind, address);
  if (problem !== null)
    throw refusedField("url", "fieldIsIn", { field: "url", problem: sentence(problem) });
  if (kind === "email") return requireMailServer(settings);
  const policy = receiverPolicy(settings.config);
  if (isLocalName(address) && !policy.allowedHosts.has(hostAndPort(new URL(address))))
    throw notAllowed("isOfThisNetwork");
  try {
    await vetUrl(address, policy, AbortSignal.timeout(limitMs));
  } catch (error) {
    if (!isNamed<ScrapeError>(error, "ScrapeError")) return;
    if (error.code === "address_not_public") throw notAllowed("isNotPublic");
    if (error.code === "port_not_allowed")
      throw notAllowed("hasOtherPort", { ports: policy.ports.join(" and ") });
    if (error.code === "url_not_allowed")
      throw refusedField("url", "fieldIsIn", {
        field: "url",
        problem: findDestinationProblem(address, policy.own)?.sentence ?? sentence("isNotValid"),
      });
  }
}

function requireMailServer(settings: SettingsInEffect): void {
  if (mailSettings(settings) === null) throw refusedField("url", "mailNotConfigured");
}

/** Name servers may answer anything for these. */
function isLocalName(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    isLoopback(hostname.replace(/\.$/, "")) ||
    (!hostname.includes(".") && !hostname.startsWith("["))
  );
}

function notAllowed<Id extends SentenceId>(id: Id, ...values: Values<Id>) {
  return refusedField("url", "receiverNotAllowed", { problem: sentence(id, ...values) });
}
