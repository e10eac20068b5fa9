import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

/*
 * A second baseline: the bare redirect, and a row of three columns in Postgres before it is
 * answered, with a group commit like ours. It classifies, describes and aggregates nothing, so it
 * shows what durability alone costs.
 */
const headers = {
  Location: "https://example.com/",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
  "Content-Length": "0",
};
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const inFlight = 2;
/** @type {{ id: string, link: number, at: string, answer: () => void }[]} */
let queue = [];
let batches = 0;
/** Recent maximum of concurrent requests. */
let concurrency = 1;
let gathering = false;

await pool.query(
  `CREATE TABLE IF NOT EXISTS "BenchClick" ("id" uuid, "linkId" int, "createdAt" timestamptz, PRIMARY KEY ("linkId", "createdAt", "id"))`,
);
const server = createServer((request, response) => {
  const link = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 1);
  queue.push({
    id: randomUUID(),
    link,
    at: new Date().toISOString(),
    answer: () => response.writeHead(302, headers).end(),
  });
  commitWhatIsDue();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});

function commitWhatIsDue() {
  concurrency = Math.max(concurrency, queue.length);
  const size = Math.ceil(concurrency / inFlight);
  if (batches < inFlight && queue.length >= size) void commit(size);
  else if (batches === 0 && queue.length > 0 && !gathering) {
    gathering = true;
    setImmediate(() => {
      gathering = false;
      if (batches === 0) void commit(size);
    });
  }
}

/** @param {number} size */
async function commit(size) {
  const batch = queue.slice(0, size);
  queue = queue.slice(size);
  batches++;
  const column = (/** @type {"id" | "link" | "at"} */ name) =>
    `{${batch.map((each) => each[name]).join()}}`;
  await pool.query({
    name: "insert",
    text: `INSERT INTO "BenchClick" SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[])`,
    values: [column("id"), column("link"), column("at")],
  });
  batches--;
  concurrency = Math.max(concurrency * 0.98, queue.length + batch.length);
  for (const { answer } of batch) answer();
  commitWhatIsDue();
}
