import type { Random } from "@/scripts/random";

/** One malformed request as bytes, and how to send it. */
export interface HostileRequest {
  /** The head and the start of the body. The rest of the body follows in pieces. */
  start: Buffer;
  body: Buffer;
  pieceBytes: number;
  /** What the sender does next: wait for responses, send FIN, or reset the connection. */
  leave: "wait" | "end" | "abort";
  /** For failure messages. */
  title: string;
}

const methods = [
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "get",
  "\x7f",
];
const prefixes = [
  ..."/ /s /known /known/ /api/ /api/links /api/links/ /api/stats /api/livez /mark.svg /robots.txt /dashboard /dashboard/".split(
    " ",
  ),
  ..."/dashboard/sign-in /dashboard/links/ /dashboard/settings/data/import /_next/ /_next/static/ /_next/data/x/ /_next/image".split(
    " ",
  ),
  ..."http://x/ http://x HTTPS://[::1]/ // /// * ? # x".split(" "),
];
const fillers = [
  "",
  "\\",
  "%",
  "%zz",
  "%00",
  "%5c",
  "%2f",
  "%E9",
  "%ED%A0%80",
  "/",
  "./",
  "../",
  "é",
  "\x80",
  "\xff",
  "?",
  "#",
  ";",
  "&a=1",
  "a",
];
const rareFillers = ["\x01", "\t", "\x00", " ", "\r", "\x7f"];
const counts = [0, 1, 2, 30, 500, 3_000, 5_500, 8_000, 15_000, 20_000];
const headers = [
  "Expect: 100-continue",
  "Expect: miracles",
  "Connection: close",
  "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
  "Upgrade: h2c",
  "TE: trailers, gzip",
  "Trailer: X",
  "Next-Action: 0000000000000000000000000000000000000000",
  "Next-Action: x\r\nContent-Type: multipart/form-data; boundary=x",
  "Content-Type: multipart/form-data",
  "RSC: 1",
  "Next-Router-State-Tree: %zz",
  "X-Middleware-Subrequest: middleware:middleware:middleware",
  "X-Forwarded-Host: a b\r\nX-Forwarded-Proto: https,http",
  "X-Forwarded-For: 1.2.3.4, \xff, [::1]:99999",
  "Origin: null",
  "Origin: https://evil.example",
  "Cookie: =; slugline.session=%zz; __proto__=1",
  "__proto__: 1\r\nconstructor: 1",
  "Authorization: Bearer \xff\xfe",
  "Authorization: Basic Og==",
  "Range: bytes=0-0,-1,5-",
  'If-Modified-Since: never\r\nIf-None-Match: W/"',
  "Accept-Encoding: gzip;q=0, *",
  "Content-Encoding: gzip",
  "X-Empty:",
];
const rareHeaders = [
  `X-Long: ${"x".repeat(15_000)}`,
  `X-Longer: ${"x".repeat(17_000)}`,
  "A: \x01",
  "No colon",
  " folded: 1",
  "Host: twice",
  "Content-Length: 5, 5",
  "Content-Length: 1e3",
  "Transfer-Encoding: gzip",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: chunked\r\nContent-Length: 3",
];

export function hostileRequest(random: Random): HostileRequest {
  const method = random.pick(methods);
  const filler = random.chance(0.9) ? random.pick(fillers) : random.pick(rareFillers);
  const target =
    random.pick(prefixes) +
    filler.repeat(random.pick(counts)).slice(0, 22_000) +
    (random.chance(0.1) ? "?_rsc=1" : "");
  const lines = Array.from({ length: random.below(4) }, () =>
    random.pick(random.chance(0.9) ? headers : rareHeaders),
  );
  if (random.chance(0.97)) lines.unshift("Host: x");
  const { length, body, isEnded } = hostileBody(random);
  if (length !== null) lines.push(length);
  const head = `${method} ${target} HTTP/${random.chance(0.95) ? "1.1" : random.pick(["1.0", "2.0", "0.9", "x"])}\r\n${lines.join("\r\n")}\r\n\r\n`;
  const title = `${method} ${target.slice(0, 40)}(${target.length}) ${lines.map((line) => line.slice(0, 60)).join(" | ")}`;
  const pieceBytes = random.pick([7, 1_000, 20_000, 100_000, 1_000_000]);
  const isPipelined = random.chance(0.1);
  const start = Buffer.from(
    isPipelined ? `GET /known HTTP/1.1\r\nHost: x\r\n\r\n${head}` : head,
    "latin1",
  );
  const rest = body.subarray(0, Math.min(body.byteLength, pieceBytes * 12));
  const isWhole = isEnded && rest.byteLength === body.byteLength;
  return {
    start,
    body: rest,
    pieceBytes,
    leave: isWhole && random.chance(0.7) ? "wait" : random.pick(["end", "abort"]),
    title,
  };
}

/** A body and its length header, which may be wrong. */
function hostileBody(random: Random): { length: string | null; body: Buffer; isEnded: boolean } {
  const size = random.pick([0, 1, 1_000, 70_000, 300_000, 3_000_000]);
  const body = Buffer.alloc(size, random.pick(["x", "{", "[", '"', "\0", "\xff"]), "latin1");
  const kind = random.below(10);
  if (kind < 4) return { length: null, body: Buffer.alloc(0), isEnded: true };
  if (kind < 6) return { length: `Content-Length: ${size}`, body, isEnded: true };
  // Surplus bytes look like another request.
  if (kind < 7) return { length: `Content-Length: ${Math.floor(size / 2)}`, body, isEnded: true };
  if (kind < 8 || size === 0) return { length: "Transfer-Encoding: chunked", body, isEnded: false };
  const end = random.pick(["0\r\n\r\n", "0\r\nX: y\r\n\r\n", "zz\r\n", "0\r\n\x01: y\r\n\r\n"]);
  const chunked = Buffer.concat([
    Buffer.from(`${size.toString(16)}\r\n`),
    body,
    Buffer.from(`\r\n${end}`),
  ]);
  return { length: "Transfer-Encoding: chunked", body: chunked, isEnded: true };
}
