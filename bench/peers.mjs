import { lookup } from "node:dns/promises";
import { BlockList } from "node:net";
import { setup } from "../scripts/setup.mjs";

/*
 * `npm run bench:peers -- URL ...` measures short links of any service that runs on this machine or
 * network, beside a bare node:http server in the same run. docs/performance.md says how the
 * services in its table were set up. Whether each redirect was recorded only the service itself
 * knows, so compare its counter with "redirects". BENCH_ROUNDS and BENCH_SECONDS make it longer.
 */

const usage =
  "Usage: npm run bench:peers -- URL ...   Each URL is a short link, such as http://127.0.0.1:8080/abc";
const links = process.argv
  .slice(2)
  .map((text) => (URL.canParse(text) ? new URL(text) : refuse(`${text} is no URL.\n${usage}`)));
if (links.length === 0) refuse(usage);
for (const link of links) {
  await requireOwnNetwork(link);
  await requireRedirect(link);
}

setup({ build: false, development: true });
const { generateLoad, generator, median, plainVisit } = await import("./load.mjs");
const { startBare } = await import("./servers.mjs");

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const bare = await startBare();
/**
 * @type {{ service: string, connections: number, perSecond: number, p50Ms: number, p99Ms: number,
 *   answers: number, failures: number }[]}
 */
const rows = [];
try {
  const services = [new URL("/abc", bare.url), ...links];
  for (const connections of [16, 64, 256]) {
    const rates = new Map();
    for (let round = 0; round < rounds; round++) {
      for (const link of services) {
        const service = link.origin === bare.url ? "bare node:http" : link.origin;
        const load = {
          url: link.origin,
          requests: [plainVisit(link.pathname + link.search)],
          connections,
          seconds,
        };
        // autocannon sends a number of requests. The first, short run tells how many take that
        // long.
        const rate =
          rates.get(link) ??
          (await generateLoad({ ...load, seconds: 1, amount: 4 * connections })).perSecond;
        const amount = Math.max(1, Math.round((rate * seconds) / connections)) * connections;
        const result = await generateLoad({ ...load, amount });
        rates.set(link, result.perSecond);
        rows.push({ service, connections, ...result });
        process.stdout.write(".");
      }
    }
  }
} finally {
  await bare.stop();
}
report();

function report() {
  const keys = [...new Set(rows.map(({ service, connections }) => `${service}\0${connections}`))];
  const table = keys.map((key) => {
    const same = rows.filter(({ service, connections }) => `${service}\0${connections}` === key);
    const of = (/** @type {(row: typeof rows[number]) => number} */ pick) => median(same.map(pick));
    const yardstick = rows.filter(
      ({ service, connections }) =>
        service === "bare node:http" && connections === same[0]?.connections,
    );
    return {
      service: same[0]?.service,
      connections: same[0]?.connections,
      "per second": Math.round(of((row) => row.perSecond)),
      "of bare": Number(
        (of((row) => row.perSecond) / median(yardstick.map((row) => row.perSecond))).toFixed(3),
      ),
      "p50 ms": Number(of((row) => row.p50Ms).toFixed(1)),
      "p99 ms": Number(of((row) => row.p99Ms).toFixed(1)),
      redirects: same.reduce((total, row) => total + row.answers, 0),
      failures: same.reduce((total, row) => total + row.failures, 0),
    };
  });
  console.log(`\n\nLoad by ${generator}, ${rounds} rounds, medians.`);
  console.table(table);
}

/** Tens of thousands of requests a second are an attack on anyone else. @param {URL} link */
async function requireOwnNetwork({ hostname }) {
  const own = new BlockList();
  for (const [address, bits] of /** @type {const} */ ([
    ["127.0.0.0", 8],
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
  ]))
    own.addSubnet(address, bits, "ipv4");
  own.addSubnet("::1", 128, "ipv6");
  own.addSubnet("fc00::", 7, "ipv6");
  const found = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  if (found.length === 0) refuse(`${hostname} has no address.`);
  if (found.some(({ address, family }) => !own.check(address, family === 6 ? "ipv6" : "ipv4"))) {
    refuse(
      `${hostname} is neither on this machine nor in its private network. This load would be an attack on it.`,
    );
  }
}

/** @param {URL} link */
async function requireRedirect(link) {
  const { status } = await fetch(link, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0" },
  }).catch(() => ({ status: 0 }));
  if (status < 300 || status > 399)
    refuse(
      `${link.href} answers ${status || "nothing"}, not a redirect. Name a short link that works.`,
    );
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  console.error(reason);
  process.exit(1);
}
