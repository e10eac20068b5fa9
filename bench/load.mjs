import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import autocannon from "autocannon";

/**
 * @typedef {{ path: string, headers: Record<string, string> }} Request
 *
 * @typedef {object} Load
 * @property {string} url Origin of the server.
 * @property {Request[]} requests Sent in turn.
 * @property {number} connections
 * @property {number} seconds For wrk; autocannon sends `amount` requests instead and waits for
 *   every response.
 * @property {number} amount
 * @property {number} [rate] Maximum requests per second.
 *
 * @typedef {{ perSecond: number, p50Ms: number, p99Ms: number, answers: number, failures: number }}
 *   LoadResult
 */

/**
 * wrk if the machine has it, because it leaves more of the two cores to the server.
 * BENCH_LOAD=autocannon overrides this.
 */
export const generator =
  process.env.BENCH_LOAD ?? (spawnSync("wrk", ["-v"]).error ? "autocannon" : "wrk");

/** @param {Load} load @returns {Promise<LoadResult>} */
export function generateLoad(load) {
  if (load.rate !== undefined) return paced(load, load.rate);
  return generator === "wrk" ? withWrk(load) : withAutocannon(load);
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/#.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/#.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/#.4 Safari/605.1.15",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/#.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:#.0) Gecko/20100101 Firefox/#.0",
];
const languages = ["en-US,en;q=0.9", "de-DE,de;q=0.9", "fr-FR,fr;q=0.9", "es-ES", "ja-JP,ja;q=0.9"];
const visitorCount = 200_000;

/** One visitor, one browser, no proxy. @param {string} path @returns {Request} */
export function plainVisit(path) {
  return {
    path,
    headers: {
      "user-agent": agents[0]?.replaceAll("#", "125") ?? "",
      "accept-language": languages[0] ?? "",
      referer: "https://news.example.org/story",
    },
  };
}

/**
 * Visits behind a proxy that differ as those of real visitors do: a few of the links /s1, /s2 ...
 * are popular and most are not, visitors come back, and a third have clicked in a campaign.
 * @param {number} links @param {number} count @returns {Request[]}
 */
export function variedVisits(links, count) {
  return Array.from({ length: count }, (_, sent) => {
    const link = Math.floor(links ** Math.random());
    const visitor = Math.floor(visitorCount * Math.random());
    const campaign = `?utm_source=mail-${sent % 7}&utm_medium=mail&utm_campaign=week-${sent % 40}`;
    return {
      path: `/s${link}${sent % 3 === 0 ? campaign : ""}`,
      headers: {
        "user-agent":
          agents[visitor % agents.length]?.replaceAll("#", String(90 + (visitor % 41))) ?? "",
        "accept-language": languages[visitor % languages.length] ?? "",
        "x-forwarded-for": `198.${18 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`,
        referer: `https://site-${(link * 7 + visitor) % 50}.example.org/`,
      },
    };
  });
}

/** @param {Load} load @returns {Promise<LoadResult>} */
async function withAutocannon({ url, requests, connections, amount }) {
  // Each connection has its own requests. With all of them, each would start with the same one and
  // hold a copy of all.
  let connected = 0;
  const setupClient = (/** @type {import("autocannon").Client} */ client) => {
    const own = connected++;
    client.setRequests(
      requests.filter((_, index) => index % connections === own % requests.length),
    );
  };
  const started = performance.now();
  let ended = started;
  /** @type {import("autocannon").Result} */
  const result = await new Promise((resolve, reject) => {
    const options = { url, connections, amount, setupClient };
    const run = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)));
    // autocannon reports its own duration in whole seconds.
    run.on("response", () => {
      ended = performance.now();
    });
  });
  const answers = result["3xx"];
  const failures = result.non2xx - answers + result.errors;
  return {
    perSecond: (answers / (ended - started)) * 1000,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    answers,
    failures,
  };
}

/** Requests in this warm-up period are not measured. */
const warmUpSeconds = 3;

/**
 * A constant rate of requests per second, independent of response times. The two others send in
 * bursts or as fast as responses arrive. @param {Load} load @param {number} rate @returns
 * {Promise<LoadResult>}
 */
async function paced({ url, requests, connections, seconds }, rate) {
  const { host } = new URL(url);
  const texts = requests.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}\r\n`;
  });
  /** @type {number[]} */
  const latencies = [];
  let failures = 0;
  let answers = 0;
  let sent = 0;
  const started = performance.now();
  const measuredFrom = started + warmUpSeconds * 1000;
  /** When the requests were due that wait for a connection. @type {number[]} */
  const waiting = [];
  const free = await Promise.all(
    Array.from({ length: connections }, () => RawConnection.open(url)),
  );
  const send = async (/** @type {RawConnection} */ given, /** @type {number} */ due) => {
    // Servers close connections that are idle for long.
    const connection = given.isClosed ? await RawConnection.open(url) : given;
    const status = await connection.ask(texts[sent++ % texts.length] ?? "");
    if (status === 302) answers++;
    else failures++;
    if (status === 302 && due >= measuredFrom) latencies.push(performance.now() - due);
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else void send(connection, next);
  };
  let due = 0;
  for (
    let elapsed = 0;
    elapsed < (warmUpSeconds + seconds) * 1000;
    elapsed = performance.now() - started
  ) {
    for (; due < (elapsed / 1000) * rate; due++) {
      const at = performance.now();
      const connection = free.shift();
      if (connection) void send(connection, at);
      else waiting.push(at);
    }
    await sleep(1);
  }
  while (free.length < connections) await sleep(10);
  for (const connection of free) connection.close();
  latencies.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers,
    failures,
  };
}

/**
 * One connection for one request at a time. As a client, node:http takes more processor time than
 * the server that is measured.
 */
class RawConnection {
  /** @type {(status: number) => void} */
  #answered = () => {};
  #text = "";
  #socket;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay().on("data", (chunk) => this.#read(chunk.toString("latin1")));
    socket.on("error", () => {}).on("close", () => this.#answered(0));
  }

  /** @param {string} url */
  static async open(url) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port || 80), hostname);
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  get isClosed() {
    return this.#socket.destroyed;
  }

  /**
   * The status of the answer; 0 if the connection broke.
   * @param {string} request
   * @returns {Promise<number>}
   */
  ask(request) {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(request);
    });
  }

  close() {
    this.#socket.destroy();
  }

  /** @param {string} text */
  #read(text) {
    this.#text += text;
    const end = this.#text.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#text)?.[1];
    if (this.#text.length < end + 4 + Number(length ?? 0)) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = "";
    // Without a length, the end of the body is unknown.
    if (length === undefined) this.close();
    this.#answered(status);
  }
}

/** @param {Load} load @returns {Promise<LoadResult>} */
async function withWrk({ url, requests, connections, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), "slugline-bench-"));
  const script = join(folder, "load.lua");
  writeFileSync(
    script,
    // Requests are built once, because building each one again takes CPU time from the servers.
    `local given = {${requests.map(({ path, headers }) => `{"${path}", {${Object.entries(headers).map(([name, value]) => `["${name}"] = "${value}"`)}}}`).join(",\n")}}
local requests = {}
local n = math.random(#given)
function init()
  for i, each in ipairs(given) do requests[i] = wrk.format("GET", each[1], each[2]) end
end
request = function() n = n % #requests + 1; return requests[n] end
done = function(summary, latency)
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout + summary.errors.status))
end`,
  );
  try {
    const { stdout } = await promisify(execFile)("wrk", [
      "-t1",
      `-c${connections}`,
      `-d${seconds}s`,
      "-s",
      script,
      url,
    ]);
    const [requests = 0, micros = 1, p50 = 0, p99 = 0, failures = 0] = (
      /RESULT (.*)/.exec(stdout)?.[1] ?? ""
    )
      .split(" ")
      .map(Number);
    return {
      perSecond: (requests / micros) * 1e6,
      p50Ms: p50 / 1000,
      p99Ms: p99 / 1000,
      answers: requests,
      failures,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
