import { stripVTControlCharacters } from "node:util";

const levels: Record<number, string> = {
  20: "debug",
  30: "",
  40: "warning",
  50: "error",
  60: "error",
};

/**
 * A log line for a person at a terminal: local time, level, message, details; a stack trace on
 * lines of its own.
 */
export function terminalLine(json: string): string {
  const { level, time, msg, stack, ...details } = JSON.parse(json) as {
    level: number;
    time: string;
    msg: string;
    stack?: string;
  };
  const words = Object.entries(details).map(([name, value]) => `${name}=${readable(value)}`);
  const line = [new Date(time).toTimeString().slice(0, 8), levels[level], msg, ...words]
    .filter((word) => word !== "")
    .join(" ");
  return `${line}\n${stack ? `${stripVTControlCharacters(stack)}\n` : ""}`;
}

/**
 * Quoted if it has spaces. A quoted text has no control characters, which could change the
 * terminal.
 */
function readable(value: unknown): string {
  return typeof value === "string" && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}
