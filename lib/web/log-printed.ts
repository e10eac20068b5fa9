import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { Base } from "../config/base";
import { isCausedByClient } from "../core/caused-by-client";

type Log = Pick<Base["log"], Level>;
type Level = "debug" | "info" | "warn" | "error";

/** Bounds memory if a library prints without line breaks. */
const mostUnfinished = 65_536;

export function levelOfPrinted(text: string): Level {
  if (isCausedByClient(text)) return "info";
  // If Next cannot fetch the page that an action leads to, the browser does, and nobody notices.
  if (text.includes("failed to get redirect response")) return "warn";
  return /^\s*⚠|^[^\n]*\bwarning\b/i.test(text) ? "warn" : "error";
}

/**
 * Logs output of the web thread: each message becomes one log line, stack trace included. A message
 * is one write, up to its last line break.
 */
export function logPrinted(log: Log, stream: Readable, levelOf: (text: string) => Level): void {
  let unfinished = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const text = unfinished + chunk;
    const end = text.length > mostUnfinished ? text.length : text.lastIndexOf("\n") + 1;
    unfinished = text.slice(end);
    logMessage(log, text.slice(0, end), levelOf);
  });
  stream.on("end", () => logMessage(log, unfinished, levelOf));
}

function logMessage(log: Log, text: string, levelOf: (text: string) => Level): void {
  const printed = stripVTControlCharacters(text).trim();
  if (printed !== "") log[levelOf(printed)]({ printed }, "printed by the web thread");
}
