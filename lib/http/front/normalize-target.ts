import type { IncomingMessage, ServerResponse } from "node:http";
import { decodePercent } from "../../core/decode";
import { SluglineError } from "../../core/errors";
import { sendProblem } from "../problem";

/**
 * With all headers of 16 KB, a target of this size still fits the 32 KB head that the web thread
 * accepts.
 */
const mostTargetBytes = 16_384;

/** Answers 414 to a normalised target that is too long; returns false if it may pass. */
export function refuseLongTarget(request: IncomingMessage, response: ServerResponse): boolean {
  if ((request.url ?? "").length <= mostTargetBytes) return false;
  sendProblem(response, new SluglineError("uri_too_long", "urlTooLong"));
  return true;
}

/**
 * Normalises a request target before anything reads it: no host, needless escapes or dot segments
 * (RFC 3986, 6.2.2). Next answers 500 to a path with invalid escapes, and redirects repeated
 * slashes and backslashes permanently. These are encoded as literal characters instead, so they get
 * 404.
 */
export function normalizeTarget(requested: string): string {
  const target = requested.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const literal =
    decodePercent(path) !== null
      ? path.replace(/%[0-9a-f]{2}/gi, unescaped)
      : path.replaceAll("%", "%25");
  const tame = withoutDotSegments(
    literal.replace(/(?<=\/)\/|\\/g, (character) => encodeURIComponent(character)),
  );
  return tame + target.slice(path.length);
}

function unescaped(triplet: string): string {
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : triplet;
}

function withoutDotSegments(path: string): string {
  if (!path.includes(".")) return path;
  const segments = path.slice(1).split("/");
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".")
      kept.push(hidesDotSegment(segment) ? segment.replaceAll("%", "%25") : segment);
  }
  const last = segments.at(-1);
  if (last === "." || last === "..") kept.push("");
  return `/${kept.join("/")}`;
}

/** Whether a dot segment would appear if escaped slashes were decoded. */
function hidesDotSegment(segment: string): boolean {
  return /(?:^|%2f|%5c)\.\.?(?:%2f|%5c|$)/i.test(segment);
}
