import { closeDatabase, useDatabase } from "../lib/database/client";
import { closeReplica } from "../lib/database/replica";
import type { Check } from "../lib/doctor/check";
import { examineWithoutRequest } from "../lib/doctor/examine";
import { runOnDatabase } from "./run-on-database";

/* `npm run doctor`: the checks of Settings > Health check that need no request. Exit code 1 if one needs fixing. */
await runOnDatabase(
  async (url) => {
    useDatabase(url);
    const checks = await examineWithoutRequest().finally(() => Promise.all([closeReplica(), closeDatabase()]));
    const bad = checks.filter(({ state }) => state === "bad").length;
    if (bad > 0) process.exitCode = 1;
    return [...checks.map(lineOf), "", bad === 0 ? "All checks passed." : `${bad} ${bad === 1 ? "issue" : "issues"}`].join("\n");
  },
  { isExisting: true },
);

function lineOf({ name, state, finding, advice }: Check): string {
  const mark = { good: "ok  ", note: "note", bad: "BAD " }[state];
  return `${mark}  ${name}: ${finding}${advice ? ` ${advice}` : ""}`;
}
