import { spawnSync } from "node:child_process";

/**
 * The result of `npm audit` for production dependencies. "unknown": the registry is unreachable or
 * has no advisories, which does not fail a change.
 * @typedef {{ outcome: "passed" | "vulnerable" | "unknown", detail: string }} Audit
 */

const timeoutMs = 60_000;

/**
 * @param {string} [folder] Where package-lock.json is.
 * @param {string[]} [options] Further options of npm.
 * @returns {Audit}
 */
export function auditProduction(folder = ".", options = []) {
  const parameters = [
    "audit",
    "--json",
    "--omit=dev",
    "--package-lock-only",
    "--audit-level=high",
    "--fetch-retries=0",
    ...options,
  ];
  const { stdout, error } = spawnSync("npm", parameters, {
    cwd: folder,
    encoding: "utf8",
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  return readAudit(stdout ?? "", error?.message);
}

/**
 * Prints it. Fails on known high and critical advisories; if the registry lists no advisories, it
 * only reports that.
 */
export function printAudit() {
  const { outcome, detail } = auditProduction();
  console.log(outcome === "unknown" ? `Not checked: ${detail}` : detail);
  if (outcome === "vulnerable") process.exitCode = 1;
}

/**
 * @param {string} output What `npm audit --json` printed.
 * @param {string} [failure] Why npm itself failed.
 * @returns {Audit}
 */
export function readAudit(output, failure) {
  const { vulnerabilities, message, error } = parse(output);
  if (!vulnerabilities)
    return {
      outcome: "unknown",
      detail: message ?? error?.summary ?? failure ?? "npm audit gave no answer",
    };
  const serious = Object.values(vulnerabilities).filter(
    ({ severity }) => severity === "high" || severity === "critical",
  );
  if (serious.length === 0) return { outcome: "passed", detail: "no high or critical advisories" };
  return {
    outcome: "vulnerable",
    detail: serious
      .map(({ name, severity, range }) => `${name} ${range ?? ""} (${severity})`)
      .join("\n"),
  };
}

/**
 * @param {string} output
 * @returns {{ vulnerabilities?: Record<string, { name: string, severity: string, range?: string }>,
 *   message?: string, error?: { summary?: string } }}
 */
function parse(output) {
  try {
    return JSON.parse(output) ?? {};
  } catch {
    return {};
  }
}
