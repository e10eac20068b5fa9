import { env } from "../config/env";
import { issues, type ServiceIssue } from "../config/issues";
import { isPrivateAddress, isTrustedPeer } from "../core/client-address";
import { withDeadline } from "../core/deadline";
import { isLoopback } from "../core/destination";
import { database } from "../database/client";
import { disbelievedHeader } from "../http/forwarding-headers";
import { journal, journalCondition } from "../visits/journal";
import { proxyTrust } from "../visits/proxy-trust";
import type { Check } from "./check";
import { checkPlace } from "./check-place";

/** What the doctor is told of the request that asks. */
export interface Examined {
  header: (name: string) => string | null;
  /** The socket's other end; null where the platform in front does not tell. */
  peer: string | null;
}

/** How this server is set up, judged by its settings, its database and the request that asks. */
export async function examine(request: Examined): Promise<Check[]> {
  return [
    addressCheck(request),
    httpsCheck(request),
    proxyCheck(request),
    checkPlace(request.header, isTrustedPeer(request.peer, proxyTrust()), env().EDGE_PLATFORM),
    ...(await databaseChecks()),
    journalCheck(),
    tokenCheck(),
    ...issueChecks(),
  ];
}

function addressCheck({ header }: Examined): Check {
  const { BASE_URL } = env();
  const asked = header("x-forwarded-host") ?? header("host") ?? "";
  const name = "Base URL";
  if (asked.toLowerCase() === new URL(BASE_URL).host)
    return { name, state: "good", told: `Short links begin with ${BASE_URL}, where this page was opened.` };
  return {
    name,
    state: "note",
    told: `Short links begin with ${BASE_URL}, but this page was opened at ${asked}.`,
    advice: "Set BASE_URL to the address that visitors use.",
  };
}

function httpsCheck({ header }: Examined): Check {
  const { protocol, hostname } = new URL(env().BASE_URL);
  const name = "HTTPS";
  if (protocol === "https:") return { name, state: "good", told: "Links and sign-in are encrypted; session cookies are bound to this host." };
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return { name, state: "note", told: "Not needed on this machine alone.", advice: "Put TLS in front before others use it." };
  const isTold = header("x-forwarded-proto")?.startsWith("https") ?? false;
  return {
    name,
    state: "bad",
    told: "Passwords and session cookies cross the network unencrypted.",
    advice: isTold ? "The proxy speaks https: set BASE_URL to the https address." : "Put TLS in front and set BASE_URL to the https address.",
  };
}

function proxyCheck({ header, peer }: Examined): Check {
  const name = "Proxy";
  const isForwarded = header(disbelievedHeader) !== null || (header("x-forwarded-for") !== null && header("x-forwarded-for") !== peer);
  if (!isForwarded) return directCheck(peer);
  if (isTrustedPeer(peer, proxyTrust()))
    return { name, state: "good", told: "A proxy stands in front and its X-Forwarded-For is believed, so visitors are told apart." };
  return {
    name,
    state: "bad",
    told: "X-Forwarded-For comes from an address that is not trusted, so it is not believed and all visitors look like one.",
    advice: "If it is a proxy of yours, add its address to TRUSTED_PROXIES.",
  };
}

/**
 * A private peer that names nobody else is somebody of the same network, or a container's bridge or userland proxy, behind
 * which every visitor has this one address. It is a trusted proxy by default, so each of them could claim any other.
 */
function directCheck(peer: string | null): Check {
  const name = "Proxy";
  const hostname = new URL(env().BASE_URL).hostname.replace(/^\[|\]$/g, "");
  if (peer === null || !isPrivateAddress(peer) || (isLoopback(peer) && isLoopback(hostname))) {
    return { name, state: "good", told: "This request came without a proxy." };
  }
  return {
    name,
    state: "bad",
    told: `This request came from ${peer}, a private address, without X-Forwarded-For. If visitors come the same way, they cannot be told apart${isTrustedPeer(peer, proxyTrust()) ? ", and each can forge an address" : ""}.`,
    advice:
      "Put a proxy in front that sets X-Forwarded-For and add its address to TRUSTED_PROXIES, or give the container the host's network. With neither, set TRUSTED_PROXIES=none. In a network of your own without a container nothing needs to be done.",
  };
}

async function databaseChecks(): Promise<Check[]> {
  const name = "Database";
  const begin = performance.now();
  try {
    const [row] = await withDeadline(
      database().$queryRaw<{ version: string; migrations: number }[]>`
        SELECT current_setting('server_version') AS "version",
               (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL) AS "migrations"`,
      2_000,
    );
    const ms = Math.round(performance.now() - begin);
    const kind = env().DATABASE_URL ? "Postgres at DATABASE_URL" : "Embedded Postgres";
    const told = `${kind}, version ${row?.version}, answered in ${ms} ms with ${row?.migrations} migrations.`;
    return [ms > 100 ? { name, state: "note", told, advice: "That is slow: keep it near this server." } : { name, state: "good", told }];
  } catch {
    return [
      {
        name,
        state: "bad",
        told: "The database does not answer.",
        advice: "Known links go on redirecting meanwhile, and their clicks wait in the journal.",
      },
    ];
  }
}

function journalCheck(): Check {
  const name = "Journal";
  const condition = journalCondition();
  if (condition === "unreadable") {
    const advice = "Look at its owner and its rights: while the database is away, no click could be kept.";
    return { name, state: "bad", told: `The journal in ${env().DATA_DIR} cannot be read.`, advice };
  }
  const { files, bytes } = journal().quarantined();
  if (files > 0) {
    const told = `Visits that could not be read or recorded were moved to ${env().DATA_DIR}/journal/quarantine: ${bytes} bytes in ${files === 1 ? "1 file" : `${files} files`}.`;
    const advice = "They are not counted. Look for errors of the disk and in the log, keep a copy if you need one, then delete the files.";
    return { name, state: "bad", told, advice };
  }
  if (condition === "ok") return { name, state: "good", told: `No click waits for the database in ${env().DATA_DIR}.` };
  return { name, state: "note", told: "Clicks wait on disk and are being written to the database.", advice: "If it stays so, look at the log." };
}

const issueNames: Record<ServiceIssue["name"], string> = {
  aggregation: "Aggregation",
  notifications: "Notifications",
  "embedded-postgres": "Embedded Postgres",
};

/** What went wrong while the service ran and is not over. */
function issueChecks(): Check[] {
  return issues()
    .list()
    .map(({ name, text, advice }) => ({ name: issueNames[name], state: "bad", told: text, advice }));
}

function tokenCheck(): Check {
  const name = "API token";
  const given = env().API_TOKEN;
  if (!given) return { name, state: "good", told: "Made by this server from 32 random bytes." };
  if (given.length >= 24) return { name, state: "good", told: "Set by API_TOKEN." };
  return { name, state: "bad", told: "API_TOKEN is short enough to be guessed.", advice: "Set one of 32 random characters or more." };
}
