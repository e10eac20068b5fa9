import { availableParallelism } from "node:os";
import { findFolderProblem, lastBackupAt } from "../backup/backup-files";
import { env, findIneffective, findWeakTokens } from "../config/env";
import { issues, type ServiceIssue } from "../config/issues";
import { isPrivateAddress, isTrustedPeer } from "../core/client-address";
import { dayMs } from "../core/day";
import { withDeadline } from "../core/deadline";
import { isLoopback } from "../core/destination";
import { ageBetween } from "../core/format";
import { withoutBrackets } from "../core/hosts";
import { database } from "../database/client";
import {
  explainProblem,
  isKnownUnavailable,
  lastLineOf,
  raisedProblem,
} from "../database/database-problem";
import { examineReplica } from "../database/replica";
import { disbelievedHeader } from "../http/forwarding-headers";
import { countLeftHistory } from "../links/remove-history";
import { type FromNow, inTurn, type Sentence, sentence } from "../texts/sentence";
import { findGeoSource } from "../visits/describe/geo-source";
import { journalFolder } from "../visits/journal/journal-folder";
import { proxyTrust } from "../visits/own-part";
import type { Check } from "./check";
import { checkDomains } from "./check-domains";
import { checkMail } from "./check-mail";
import { messageChecks } from "./check-messages";
import { checkPlace } from "./check-place";
import { checkSingleSignOn } from "./check-single-sign-on";
import { storageChecks } from "./check-storage";
import { checkVersion } from "./check-version";
import { checkRegistrations } from "./host-watch";

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
async function examineService(problem?: Sentence): Promise<Check[]> {
  const now = new Date();
  // Before the others, which would slow down what it measures.
  const ofDatabase = problem === undefined ? await databaseCheck() : missingDatabase(problem);
  const answers = ofDatabase.state !== "bad";
  const others = await Promise.all([
    answers ? replicaChecks() : [],
    answers ? messageChecks(now) : [],
    answers ? checkDomains(now) : [],
    answers ? checkRegistrations(now) : [],
    answers ? removalCheck().catch(() => []) : [],
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
export async function examineWithoutRequest(problem?: Sentence): Promise<Check[]> {
  return [httpsCheck(() => null), ...(await examineService(problem))];
}

function addressCheck({ header }: Examined): Check {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  const asked = header("x-forwarded-host") ?? header("host") ?? "";
  const name = sentence("checkAddressName");
  const isExpected = asked.toLowerCase() === new URL(DASHBOARD_ORIGIN).host;
  if (isExpected && DASHBOARD_ORIGIN !== BASE_URL)
    return {
      name,
      state: "good",
      finding: sentence("checkAddressBoth", { url: BASE_URL, dashboard: DASHBOARD_ORIGIN }),
    };
  if (isExpected)
    return {
      name,
      state: "good",
      finding: sentence("checkAddressGood", { url: BASE_URL }),
    };
  return {
    name,
    state: "note",
    finding: sentence("checkAddressOther", { url: BASE_URL, address: asked }),
    advice: sentence("checkAddressAdvice"),
  };
}

/** The variable that holds the address of the dashboard. */
function addressName(): string {
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  return DASHBOARD_ORIGIN === BASE_URL ? "BASE_URL" : "DASHBOARD_ORIGIN";
}

function httpsCheck(header: Examined["header"]): Check {
  const { protocol, hostname } = new URL(env().DASHBOARD_ORIGIN);
  const name = sentence("asIs", { text: "HTTPS" });
  if (protocol === "https:")
    return {
      name,
      state: "good",
      finding: sentence("checkHttpsGood"),
    };
  if (isLoopback(withoutBrackets(hostname)))
    return {
      name,
      state: "note",
      finding: sentence("checkHttpsLocal"),
      advice: sentence("checkHttpsLocalAdvice"),
    };
  const isForwardedHttps = header("x-forwarded-proto")?.startsWith("https") ?? false;
  return {
    name,
    state: "bad",
    finding: sentence("checkHttpsBad"),
    advice: isForwardedHttps
      ? sentence("checkHttpsProxy", { name: addressName() })
      : sentence("checkHttpsAdd", { name: addressName() }),
  };
}

function proxyCheck({ header, peer }: Examined): Check {
  const name = sentence("asIs", { text: "Proxy" });
  const isForwarded =
    header(disbelievedHeader) !== null ||
    (header("x-forwarded-for") !== null && header("x-forwarded-for") !== peer);
  if (!isForwarded) return directCheck(peer);
  if (isTrustedPeer(peer, proxyTrust()))
    return {
      name,
      state: "good",
      finding: sentence("checkProxyGood"),
    };
  return {
    name,
    state: "bad",
    finding: sentence("checkProxyBad"),
    advice: sentence("checkProxyAdvice"),
  };
}

/**
 * A private peer without X-Forwarded-For is either a client on the same network, or a container
 * bridge or userland proxy that gives every visitor this one address. Private peers are trusted by
 * default, so such visitors could forge any address.
 */
function directCheck(peer: string | null): Check {
  const name = sentence("asIs", { text: "Proxy" });
  const hostname = withoutBrackets(new URL(env().BASE_URL).hostname);
  if (peer === null || !isPrivateAddress(peer) || (isLoopback(peer) && isLoopback(hostname))) {
    return { name, state: "good", finding: sentence("checkProxyNone") };
  }
  const risk = isTrustedPeer(peer, proxyTrust())
    ? sentence("checkProxyForged")
    : sentence("checkProxyAlike");
  return {
    name,
    state: "bad",
    finding: inTurn([sentence("checkProxyDirect", { address: peer }), risk], "thenSentence"),
    advice: sentence("checkProxyAdd"),
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
  const name = sentence("checkDatabaseName");
  try {
    const { version, migrations, ms } = await askDatabase();
    const kind = env().DATABASE_URL
      ? sentence("checkDatabaseAt")
      : sentence("checkDatabaseEmbedded");
    const finding = sentence("checkDatabase", { kind, version, ms, number: migrations });
    return ms > 100
      ? {
          name,
          state: "note",
          finding,
          advice: sentence("checkDatabaseSlow"),
        }
      : { name, state: "good", finding };
  } catch (error) {
    return missingDatabase(
      explainProblem(error)?.text ?? sentence("databaseError", { problem: lastLineOf(error) }),
    );
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

function missingDatabase(finding: Sentence): Check {
  return {
    name: sentence("checkDatabaseName"),
    state: "bad",
    finding,
    advice: sentence("checkDatabaseMissing"),
  };
}

async function replicaChecks(): Promise<Check[]> {
  const name = sentence("checkReplicaName");
  const state = await examineReplica();
  if (state === null) return [];
  if (state.kind === "used")
    return [
      {
        name,
        state: "good",
        finding: sentence("checkReplicaGood"),
      },
    ];
  const advice = sentence("checkReplicaAdvice");
  if (state.kind === "behind") {
    const finding = sentence("checkReplicaBehind", { seconds: env().DATABASE_REPLICA_MAX_LAG });
    return [{ name, state: "note", finding, advice }];
  }
  const finding = sentence("checkReplicaUnused", { problem: state.problem });
  return [
    {
      name,
      state: "bad",
      finding,
      advice: inTurn([sentence("checkReplicaMust"), advice], "thenSentence"),
    },
  ];
}

/** What deleted links have left, which is removed in portions. */
async function removalCheck(): Promise<Check[]> {
  const { links, clicks } = await countLeftHistory();
  if (links === 0) return [];
  const finding = sentence("checkRemoval", { links, number: clicks });
  return [{ name: sentence("checkRemovalName"), state: "good", finding }];
}

function journalCheck(now: Date): Check {
  const name = sentence("checkJournalName");
  const folder = journalFolder();
  const condition = folder.condition();
  if (condition === "unreadable") {
    const advice = sentence("checkJournalPermissions");
    return {
      name,
      state: "bad",
      finding: sentence("checkJournalUnreadable", { folder: env().DATA_DIR }),
      advice,
    };
  }
  const { files, bytes } = folder.quarantined();
  if (files > 0) {
    const finding = sentence("checkJournalQuarantine", {
      folder: env().DATA_DIR,
      bytes,
      files,
    });
    const advice = sentence("checkJournalQuarantineAdvice");
    return { name, state: "bad", finding, advice };
  }
  // What another process of this instance has queued counts too, as when this is not the service
  // itself.
  const queued = folder.measure();
  if (queued.bytes === 0) return { name, state: "good", finding: sentence("checkJournalEmpty") };
  const finding = sentence("checkJournalQueued", {
    size: { amount: Math.ceil(queued.bytes / 1024), unit: "kilobyte" },
    most: { amount: env().JOURNAL_MAX_MB, unit: "megabyte" },
    when: agoOf(new Date(now.getTime() - queued.oldestMs), now),
  });
  if (condition === "full") {
    const advice = sentence("checkJournalFull");
    return { name, state: "bad", finding, advice };
  }
  const state = queued.oldestMs > longQueueMs ? "bad" : "note";
  return {
    name,
    state,
    finding,
    advice: sentence("checkJournalQueuedAdvice"),
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
  const finding = sentence("checkWorkersShare", { number: WORKERS, cores });
  return [
    {
      name: sentence("checkWorkers"),
      state: "note",
      finding,
      advice: sentence("checkWorkersSet", { most }),
    },
  ];
}

function agoOf(at: Date, now: Date): FromNow {
  const { number, unit } = ageBetween(at, now) ?? { number: 1, unit: "minute" };
  return { fromNow: -number, unit };
}

function backupCheck(now: Date): Check {
  const name = sentence("checkBackupsName");
  const { BACKUP_DIR } = env();
  const madeAt = lastBackupAt(env(), now);
  const last =
    madeAt === null
      ? sentence("checkBackupsNone")
      : sentence("checkBackupsLast", { when: agoOf(madeAt, now) });
  const problem = BACKUP_DIR === undefined ? null : findFolderProblem(BACKUP_DIR);
  if (problem !== null)
    return {
      name,
      state: "bad",
      finding: inTurn([problem, last], "thenSentence"),
      advice: sentence("checkBackupsWritable"),
    };
  if (BACKUP_DIR === undefined)
    return {
      name,
      state: "note",
      finding: inTurn([sentence("checkBackupsNoDaily"), last], "thenSentence"),
      advice: sentence("checkBackupsSet"),
    };
  if (madeAt !== null && now.getTime() - madeAt.getTime() <= 2 * dayMs)
    return { name, state: "good", finding: last };
  // A service that just started makes its first one.
  if (madeAt === null && process.uptime() < firstBackupS)
    return {
      name,
      state: "note",
      finding: inTurn([last, sentence("checkBackupsFirst")], "thenSentence"),
    };
  return {
    name,
    state: "bad",
    finding: inTurn([last, sentence("checkBackupsLate", { folder: BACKUP_DIR })], "thenSentence"),
    advice: sentence("checkBackupsAdvice"),
  };
}

/** `storageChecks` tells what clicks cannot be stored in. */
const issueNames: Record<Exclude<ServiceIssue["name"], "database" | "journal">, Sentence> = {
  aggregation: sentence("checkAggregation"),
  backup: sentence("checkDailyBackup"),
  notifications: sentence("checkNotifications"),
  "embedded-postgres": sentence("checkDatabaseEmbedded"),
  "geo-database": sentence("checkGeoFile"),
  "country-file": sentence("checkGeoFile"),
  "left-out-uncounted": sentence("checkLeftOutName"),
  "left-out-missed": sentence("checkLeftOutName"),
  "left-out-activity": sentence("checkLeftOutName"),
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
  const name = sentence("checkTokenName");
  if (!env().API_TOKEN)
    return {
      name,
      state: "good",
      finding: sentence("checkTokenGenerated", { bytes: 32 }),
    };
  if (findWeakTokens().includes("API_TOKEN")) return weakToken(name, "API_TOKEN");
  return {
    name,
    state: "good",
    finding: sentence("checkTokenSet"),
  };
}

function weakToken(name: Sentence, variable: string): Check {
  return {
    name,
    state: "bad",
    finding: sentence("checkTokenWeak", { variable }),
    advice: sentence("checkTokenAdvice", { characters: 32 }),
  };
}

/** What the environment sets without effect or unwisely. */
function variableChecks(): Check[] {
  const misspelt = findIneffective().map(
    (finding): Check => ({ name: sentence("checkEnvironment"), state: "note", finding }),
  );
  return findWeakTokens().includes("METRICS_TOKEN")
    ? [...misspelt, weakToken(sentence("checkMetricsToken"), "METRICS_TOKEN")]
    : misspelt;
}
