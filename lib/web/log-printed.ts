import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { log } from "../config/log";
import { isCausedByClient } from "../core/caused-by-client";

type Level = "debug" | "info" | "warn" | "error";

/** Whoever prints without line breaks must not fill the memory. */
const mostUnfinished = 65_536;

/** How serious it is what a library printed on standard error. */
export function levelOfPrinted(text: string): Level {
  if (isCausedByClient(text)) return "info";
  // When Next cannot fetch the page that an action leads to, the browser does, and nobody notices.
  if (text.includes("failed to get redirect response")) return "warn";
  return /^\s*⚠|^[^\n]*\bwarning\b/i.test(text) ? "warn" : "error";
}

/**
 * Logs what the web thread prints: every message is one line of the log, its stack trace included. A message is what was
 * printed at once, up to its last line break.
 */
export function logPrinted(stream: Readable, levelOf: (text: string) => Level): void {
  let unfinished = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const text = unfinished + chunk;
    const end = text.length > mostUnfinished ? text.length : text.lastIndexOf("\n") + 1;
    unfinished = text.slice(end);
    logMessage(text.slice(0, end), levelOf);
  });
  stream.on("end", () => logMessage(unfinished, levelOf));
}

function logMessage(text: string, levelOf: (text: string) => Level): void {
  const printed = stripVTControlCharacters(text).trim();
  if (printed !== "") log()[levelOf(printed)]({ printed }, "printed by the web thread");
}
