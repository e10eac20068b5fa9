import { env } from "../config/env";
import { version, versionName } from "../config/version";
import type { Check } from "./check";
import { isNewer, lastUpdateAnswer } from "./update-check";

/** Which version this is and, with UPDATE_CHECK, whether there is a newer one. */
export function checkVersion(): Check {
  const { UPDATE_CHECK, DATA_DIR } = env();
  const name = "Version";
  const finding = `Slugline ${versionName} on Node ${process.versions.node}.`;
  const answer = UPDATE_CHECK === "off" ? null : lastUpdateAnswer(DATA_DIR);
  if (answer === null) return { name, state: "good", finding };
  if ("problem" in answer)
    return {
      name,
      state: "note",
      finding,
      advice: `Whether there is a newer version is unknown. ${answer.problem}`,
    };
  if (!isNewer(answer.newest, version))
    return { name, state: "good", finding: `${finding} There is no newer one.` };
  return {
    name,
    state: "note",
    finding,
    advice: `Version ${answer.newest} is available. Read its release notes, make a backup, then upgrade.`,
  };
}
