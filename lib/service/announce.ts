import cluster from "node:cluster";
import { log } from "../config/log";

/** Says what starting or stopping does now: to a person at the terminal, else to the log. Workers leave it to their primary. */
export function announce(text: string): void {
  if (!cluster.isPrimary) return;
  if (process.stdout.isTTY) process.stdout.write(`${text}\n`);
  else log().info(text);
}
