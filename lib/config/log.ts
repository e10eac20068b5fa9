import { isatty } from "node:tty";
import pino from "pino";
import { Repeats } from "../core/repeats";
import { running } from "./running";
import { terminalLine } from "./terminal-line";

/**
 * Structured log lines on standard error. Never log anything about a visitor, least of all an
 * address.
 */
export function log(): pino.Logger {
  return running().log;
}

/** One line per request. Not throttled, and independent of LOG_LEVEL. */
export function accessLog(): pino.Logger {
  return running().accessLog;
}

const format = { base: null, timestamp: pino.stdTimeFunctions.isoTime };

/** JSON, or text on a terminal. A worker thread has no `process.stderr.isTTY`. */
function standardError(): pino.DestinationStream {
  const destination = pino.destination({ fd: 2, sync: true });
  return isatty(2) ? { write: (line) => destination.write(terminalLine(line)) } : destination;
}

const { info: infoLevel = 30 } = pino.levels.values;

/** Writes a repeated line once, then at most once a minute with its count. */
export function makeLogger(
  level: string,
  destination: pino.DestinationStream = standardError(),
): pino.Logger {
  const repeats = new Repeats();
  process.once("exit", () => repeats.tellAll());
  return pino(
    {
      ...format,
      level,
      hooks: {
        logMethod(given, write, number) {
          // Debug output is not throttled.
          const isLimited = number >= infoLevel;
          const tell = (repeated: number) => write.apply(this, withRepeated(given, repeated));
          if (!isLimited || repeats.admit(keyOf(given, number), tell)) write.apply(this, given);
        },
      },
    },
    destination,
  );
}

export function makeAccessLogger(): pino.Logger {
  return pino(format, standardError());
}

type Given = Parameters<pino.LogFn>;

/**
 * Lines with the same key count as repeats. The key ignores the request id, and the values that
 * clients can vary in third-party output.
 */
function keyOf([details, message]: Given, level: number): string {
  if (typeof details !== "object") return JSON.stringify([level, details]);
  const { printed, ...rest } = details as { printed?: string; requestId?: string };
  return JSON.stringify([
    level,
    message,
    { ...rest, requestId: undefined },
    withoutValues(printed?.slice(0, 2_000) ?? ""),
  ]);
}

function withoutValues(text: string): string {
  return text.replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[\da-f]{8,}|\d+/gi, "#");
}

function withRepeated([details, ...rest]: Given, repeated: number): Given {
  return (
    typeof details === "object"
      ? [{ ...(details as object), repeated }, ...rest]
      : [{ repeated }, details, ...rest]
  ) as Given;
}
