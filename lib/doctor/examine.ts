import { availableParallelism } from "node:os";
import { findFolderProblem, lastBackupAt } from "../backup/backup-files";
import { env, findIneffective, findWeakTokens } from "../config/env";
import { issues, type ServiceIssue } from "../config/issues";
import { isPrivateAddress, isTrustedPeer } from "../core/client-address";
import { dayMs } from "../core/day";
import { withDeadline } from "../core/deadline";
import { isLoopback } from "../core/destination";
import { formatAge } from "../core/format";
import { database } from "../database/client";
import {
  explainProblem,
  isKnownUnavailable,
  lastLineOf,
  raisedProblem,
} from "../database/database-problem";
import { examineReplica } from "../database/replica";
import { disbelievedHeader } from "../http/forwarding-headers";
import { findGeoSource } from "../visits/geo-source";
import { journalFolder } from "../visits/journal-folder";
import { proxyTrust } from "../visits/proxy-trust";
import type { Check } from "./check";
import { checkDomains } from "./check-domains";
import { checkMail } from "./check-mail";
import { messageChecks } from "./check-messages";
import { checkPlace } from "./check-place";
import { checkSingleSignOn } from "./check-single-sign-on";
import { storageChecks } from "./check-storage";
import { checkVersion } from "./check-version";

/** Clicks that wait longer than this wait for more than a short interruption. */
const longQueueMs = 60_000;
/** How long a service may take for its first backup. */
const firstBackupS = 900;

interface Examined {
  header: (name: string) => string | null;
  /** Address of the TCP peer; null where the platform does not provide it. */
  peer: string | null;
}

export async function examine(request: Examined): Promise<Check[]> {
  return [
    addressCheck(request),
    httpsCheck(request.header),
    proxyCheck(request),
    checkPlace(request.header, {
      isTrusted: isTrustedPeer(request.peer, proxyTrust()),
      setting: env().EDGE_PLATFORM,
      path: env().GEO_DATABASE,
      file: await findGeoSource(),
      now: new Date(),
    }),
    ...(await examineService()),
  ];
}

/** What needs no request to look at. */
async function examineService(problem?: string): Promise<Check[]> {
  const now = new Date();
  // Before the others, which would slow down what it measures.
  const ofDatabase = problem === undefined ? await databaseCheck() : missingDatabase(problem);
  const answers = ofDatabase.state !== "bad";
  const others = await Promise.all([
    answers ? replicaChecks() : [],
    answers ? messageChecks(now) : [],
    answers ? checkDomains(now) : [],
    storageChecks({ hasDatabase: answers || raisedProblem() !== null }),
    checkSingleSignOn(),
    checkMail(),
  ]);
  return [
    ofDatabase,
    ...others.flat(),
    journalCheck(now),
    backupCheck(now),
    tokenCheck(),
    ...variableChecks(),
    ...workersCheck(),
    checkVersion(),
    ...issueChecks(),
  ];
}

/** For the terminal, where nobody opened a page. `problem`: why there is no database to ask. */
export async function examineWithoutRequest(problem?: string): Promise<Check[]> {
  return [httpsCheck(() => null), ...(await examineService(problem))];
}

function addressCheck({ header }: Examined): Check {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  const asked = header("x-forwarded-host") ?? header("host") ?? "";
  const name = "Base URL";
  const isExpected = asked.toLowerCase() === new URL(DASHBOARD_ORIGIN).host;
  if (isExpected && DASHBOARD_ORIGIN !== BASE_URL)
    return {
      name,
      state: "good",
      finding: `Short links begin with ${BASE_URL}; the dashboard is at ${DASHBOARD_ORIGIN} only.`,
    };
  if (isExpected)
    return {
      name,
      state: "good",
      finding: `Short links begin with ${BASE_URL}, where this page was opened.`,
    };
  return {
    name,
    state: "note",
    finding: `Short links begin with ${BASE_URL}, but this page was opened at ${asked}.`,
    advice: "Set BASE_URL to the address that visitors use.",
  };
}

/** The variable that holds the address of the dashboard. */
function addressName(): string {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  return DASHBOARD_ORIGIN === BASE_URL ? "BASE_URL" : "DASHBOARD_ORIGIN";
}

function httpsCheck(header: Examined["header"]): Check {
  const { protocol, hostname } = new URL(env().DASHBOARD_ORIGIN);
  const name = "HTTPS";
  if (protocol === "https:")
    return {
      name,
      state: "good",
      finding: "Links and sign-in are encrypted; session cookies are bound to this host.",
    };
  if (isLoopback(hostname.replace(/^\[|\]$/g, "")))
    return {
      name,
      state: "note",
      finding: "Fine for local use.",
      advice: "Add HTTPS before sharing this server.",
    };
  const isForwardedHttps = header("x-forwarded-proto")?.startsWith("https") ?? false;
  return {
    name,
    state: "bad",
    finding: "Passwords and session cookies cross the network unencrypted.",
    advice: isForwardedHttps
      ? `The proxy already uses HTTPS. Set ${addressName()} to the https address.`
      : `Add HTTPS and set ${addressName()} to the https address.`,
  };
}

function proxyCheck({ header, peer }: Examined): Check {
  const name = "Proxy";
  const isForwarded =
    header(disbelievedHeader) !== null ||
    (header("x-forwarded-for") !== null && header("x-forwarded-for") !== peer);
  if (!isForwarded) return directCheck(peer);
  if (isTrustedPeer(peer, proxyTrust()))
    return {
      name,
      state: "good",
      finding: "Behind a trusted proxy. Visitor addresses are read from X-Forwarded-For.",
    };
  return {
    name,
    state: "bad",
    finding:
      "X-Forwarded-For comes from an address that is not trusted. It is ignored, so all visitors count as one.",
    advice: "If this is your proxy, add its address to TRUSTED_PROXIES.",
  };
}

/**
 * A private peer without X-Forwarded-For is either a client on the same network, or a container
 * bridge or userland proxy that gives every visitor this one address. Private peers are trusted by
 * default, so such visitors could forge any address.
 */
function directCheck(peer: string | null): Check {
  const name = "Proxy";
  const hostname = new URL(env().BASE_URL).hostname.replace(/^\[|\]$/g, "");
  if (peer === null || !isPrivateAddress(peer) || (isLoopback(peer) && isLoopback(hostname))) {
    return { name, state: "good", finding: "This request came without a proxy." };
  }
  const risk = isTrustedPeer(peer, proxyTrust())
    ? "If visitors come the same way, they cannot be told apart, and each can forge an address."
    : "If visitors come the same way, they cannot be told apart.";
  return {
    name,
    state: "bad",
    finding: `This request came from ${peer}, a private address, without X-Forwarded-For. ${risk}`,
    advice:
      "Put a proxy in front that sets X-Forwarded-For and add its address to TRUSTED_PROXIES, or give the container the host's network. With neither, set TRUSTED_PROXIES=none. In a network of your own without a container nothing needs to be done.",
  };
}

/** How often the database is asked, unless the answers take longer than this together. */
const turns = 5;
const turnsMs = 1_000;
/** Each answer may take this long. */
const databaseLimitMs = 2_000;
/**
 * A person may be the first who asks for a while, so the first answer waits for a connection, whose
 * opening takes several answers.
 */
const connectionLimitMs = 2_000;
/** For the first answer while the thread that serves visitors cannot reach the database. */
const outageLimitMs = 1_000;

async function databaseCheck(): Promise<Check> {
  const name = "Database";
  try {
    const { version, migrations, ms } = await askDatabase();
    const kind = env().DATABASE_URL ? "Postgres at DATABASE_URL" : "Embedded Postgres";
    const finding = `${kind}, version ${version}, answers in ${ms} ms with ${migrations} migrations.`;
    return ms > 100
      ? {
          name,
          state: "note",
          finding,
          advice: "High latency. Run the database close to this server.",
        }
      : { name, state: "good", finding };
  } catch (error) {
    return missingDatabase(explainProblem(error)?.text ?? `Database error: ${lastLineOf(error)}`);
  }
}

/**
 * The fastest answer shows how far away the database is; others also show what this machine does
 * meanwhile.
 */
async function askDatabase(): Promise<{ version: string; migrations: number; ms: number }> {
  const ask = (limitMs: number) => {
    const asked = database().$queryRaw<{ version: string; migrations: number }[]>`
      SELECT current_setting('server_version') AS "version",
             (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL) AS "migrations"`;
    // Prisma sends it once somebody waits for it.
    return withDeadline(Promise.resolve(asked), limitMs);
  };
  const [facts] = await ask(
    isKnownUnavailable() ? outageLimitMs : connectionLimitMs + databaseLimitMs,
  );
  const begun = performance.now();
  let ms = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns && (turn === 0 || performance.now() - begun < turnsMs); turn++) {
    const from = performance.now();
    await ask(databaseLimitMs);
    ms = Math.min(ms, performance.now() - from);
  }
  return {
    version: facts?.version ?? "unknown",
    migrations: facts?.migrations ?? 0,
    ms: Math.round(ms),
  };
}

function missingDatabase(finding: string): Check {
  return {
    name: "Database",
    state: "bad",
    finding,
    advice: "Known links keep redirecting, and their clicks are queued in the journal.",
  };
}

async function replicaChecks(): Promise<Check[]> {
  const name = "Read replica";
  const state = await examineReplica();
  if (state === null) return [];
  if (state.kind === "used")
    return [
      {
        name,
        state: "good",
        finding: "It answers lists, statistics and exports, except for seconds after an edit.",
      },
    ];
  const advice = "Lists, statistics and exports are read from the primary meanwhile.";
  if (state.kind === "behind") {
    const finding = `It is more than ${env().DATABASE_REPLICA_MAX_LAG} s behind.`;
    return [{ name, state: "note", finding, advice }];
  }
  const finding = `The server at DATABASE_REPLICA_URL is not used: ${state.problem}.`;
  return [
    {
      name,
      state: "bad",
      finding,
      advice: `It must be a streaming replica of DATABASE_URL. ${advice}`,
    },
  ];
}

function journalCheck(now: Date): Check {
  const name = "Journal";
  const folder = journalFolder();
  const condition = folder.condition();
  if (condition === "unreadable") {
    const advice =
      "Check its owner and permissions: clicks cannot be queued while the database is down.";
    return {
      name,
      state: "bad",
      finding: `The journal in ${env().DATA_DIR} cannot be read.`,
      advice,
    };
  }
  const { files, bytes } = folder.quarantined();
  if (files > 0) {
    const finding = `Visits that could not be read or recorded were moved to ${env().DATA_DIR}/journal/quarantine: ${bytes} bytes in ${files === 1 ? "1 file" : `${files} files`}.`;
    const advice =
      "They are not counted. Check the log and the disk for errors, keep a copy if you need one, then delete the files.";
    return { name, state: "bad", finding, advice };
  }
  // What another process of this instance has queued counts too, as when this is not the service
  // itself.
  const queued = folder.measure();
  if (queued.bytes === 0) return { name, state: "good", finding: "No clicks are queued." };
  const finding = `Clicks are queued on disk: ${Math.ceil(queued.bytes / 1024)} KB of at most ${env().JOURNAL_MAX_MB} MB, the oldest for ${ageOf(new Date(now.getTime() - queued.oldestMs), now)}.`;
  if (condition === "full") {
    const advice =
      "Make the database available, or raise JOURNAL_MAX_MB: visitors get an error page until there is room.";
    return { name, state: "bad", finding, advice };
  }
  const state = queued.oldestMs > longQueueMs ? "bad" : "note";
  return {
    name,
    state,
    finding,
    advice:
      "They are counted once the database stores them. If this persists, check the database and the log.",
  };
}

/**
 * Workers that share their cores with each other and with Postgres make smaller batches, which cost
 * Postgres twice as much (docs/performance.md).
 */
function workersCheck(): Check[] {
  const { WORKERS, DATABASE_URL } = env();
  const cores = availableParallelism();
  const most = Math.max(1, DATABASE_URL ? cores : cores - 1);
  if (WORKERS <= most) return [];
  const shared = cores === 1 ? "1 core" : `${cores} cores`;
  const finding = DATABASE_URL
    ? `${WORKERS} processes share ${shared}.`
    : `${WORKERS} processes share ${shared} with Postgres.`;
  return [
    {
      name: "Workers",
      state: "note",
      finding,
      advice: `Fewer are faster. Set WORKERS to ${most === 1 ? "1" : `${most} or less`}.`,
    },
  ];
}

function ageOf(at: Date, now: Date): string {
  return formatAge(at, now).replace(/^now$/, "less than a minute");
}

function backupCheck(now: Date): Check {
  const name = "Backups";
  const { BACKUP_DIR } = env();
  const madeAt = lastBackupAt(now);
  const last =
    madeAt === null ? "There is no backup." : `The last backup is ${ageOf(madeAt, now)} old.`;
  const problem = BACKUP_DIR === undefined ? null : findFolderProblem(BACKUP_DIR);
  if (problem !== null)
    return {
      name,
      state: "bad",
      finding: `${problem} ${last}`,
      advice: "Let Slugline's user write there, or name another folder.",
    };
  if (BACKUP_DIR === undefined)
    return {
      name,
      state: "note",
      finding: `No daily backups. ${last}`,
      advice: "Set BACKUP_DIR to get one every day.",
    };
  if (madeAt !== null && now.getTime() - madeAt.getTime() <= 2 * dayMs)
    return { name, state: "good", finding: last };
  // A service that just started makes its first one.
  if (madeAt === null && process.uptime() < firstBackupS)
    return { name, state: "note", finding: `${last} The first one is being made.` };
  return {
    name,
    state: "bad",
    finding: `${last} A daily one should be in ${BACKUP_DIR}.`,
    advice: "Check the log and the free space there.",
  };
}

/** `storageChecks` tells what clicks cannot be stored in. */
const issueNames: Record<Exclude<ServiceIssue["name"], "database" | "journal">, string> = {
  aggregation: "Aggregation",
  backup: "Daily backup",
  notifications: "Notifications",
  "embedded-postgres": "Embedded Postgres",
  "geo-database": "Geolocation file",
  "left-out-uncounted": "Dropped records",
  "left-out-missed": "Dropped records",
  "left-out-activity": "Dropped records",
};

/** Unresolved issues that the running service reported. */
function issueChecks(): Check[] {
  return issues()
    .list()
    .flatMap(({ name, text, advice }) =>
      name === "database" || name === "journal"
        ? []
        : [{ name: issueNames[name], state: "bad" as const, finding: text, advice }],
    );
}

function tokenCheck(): Check {
  const name = "API token";
  if (!env().API_TOKEN)
    return {
      name,
      state: "good",
      finding:
        "Generated by this server from 32 random bytes. Changing it signs everyone out, and authenticator apps must be set up again.",
    };
  if (findWeakTokens().includes("API_TOKEN")) return weakToken(name, "API_TOKEN");
  return {
    name,
    state: "good",
    finding:
      "Set by API_TOKEN. Changing it signs everyone out, and authenticator apps must be set up again.",
  };
}

function weakToken(name: string, variable: string): Check {
  return {
    name,
    state: "bad",
    finding: `${variable} is short enough to be guessed.`,
    advice: "Set a token of at least 32 random characters.",
  };
}

/** What the environment sets without effect or unwisely. */
function variableChecks(): Check[] {
  const misspelt = findIneffective().map(
    (finding): Check => ({ name: "Environment", state: "note", finding }),
  );
  return findWeakTokens().includes("METRICS_TOKEN")
    ? [...misspelt, weakToken("Metrics token", "METRICS_TOKEN")]
    : misspelt;
}
