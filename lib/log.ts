import pino from "pino";
import { env } from "./env";
import { ProcessWide } from "./process-wide";

const logger = new ProcessWide("log", () =>
  pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true })),
);

/** Structured log lines on standard error. Nothing about a visitor is ever logged, least of all an address. */
export function log(): pino.Logger {
  return logger.get();
}
