import type { IncomingMessage, ServerResponse } from "node:http";
import { SluglineError } from "../core/errors";
import { sendProblem } from "./problem";

/** What a target may grow to: with all headers of 16 KB it still fits the head of 32 KB that the web thread takes. */
const mostTargetBytes = 16_384;

/** Answers 414 to a tamed target that has grown too long; false when it may pass. */
export function refuseLongTarget(request: IncomingMessage, response: ServerResponse): boolean {
  if ((request.url ?? "").length <= mostTargetBytes) return false;
  sendProblem(response, new SluglineError("uri_too_long", "The URL is longer than 16 KB once it is escaped: make it shorter."));
  return true;
}

/**
 * A request target in the one spelling by which every later decision is made: without a host, needless escapes and dot
 * segments (RFC 3986, 6.2.2). Next answers 500 to a path that cannot be percent-decoded and a permanent redirect to
 * repeated slashes and backslashes; read literally instead, they are paths that lead nowhere.
 */
export function tameTarget(requested: string): string {
  const target = requested.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const literal = isDecodable(path) ? path.replace(/%[0-9a-f]{2}/gi, unescaped) : path.replaceAll("%", "%25");
  const tame = withoutDotSegments(literal.replace(/(?<=\/)\/|\\/g, (character) => encodeURIComponent(character)));
  return tame + target.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** An escape that stands for a character which needs none. */
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
    else if (segment !== ".") kept.push(hidesDotSegment(segment) ? segment.replaceAll("%", "%25") : segment);
  }
  const last = segments.at(-1);
  if (last === "." || last === "..") kept.push("");
  return `/${kept.join("/")}`;
}

/** Whether a dot segment would appear if escaped slashes were taken for slashes. */
function hidesDotSegment(segment: string): boolean {
  return /(?:^|%2f|%5c)\.\.?(?:%2f|%5c|$)/i.test(segment);
}
