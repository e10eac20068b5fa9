import cluster from "node:cluster";
import { findIneffective, findWeakTokens } from "../config/env";
import { log } from "../config/log";
import { say } from "../texts/say";

/**
 * Says what starting or stopping does now: to a person at the terminal, else to the log. Workers
 * leave it to their primary.
 */
export function announce(text: string): void {
  if (!cluster.isPrimary) return;
  if (process.stdout.isTTY) process.stdout.write(`${text}\n`);
  else log().info(text);
}

/** Logs what the environment sets without effect or unwisely, once at a start. */
export function warnOfVariables(): void {
  for (const found of findIneffective()) log().warn(say("en", found));
  for (const name of findWeakTokens())
    log().warn(
      `${name} is short enough to be guessed: set a token of at least 32 random characters`,
    );
}
