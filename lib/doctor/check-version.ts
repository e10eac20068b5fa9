import { env } from "../config/env";
import { version, versionName } from "../config/version";
import { inTurn, sentence } from "../texts/sentence";
import type { Check } from "./check";
import { isNewer, lastUpdateAnswer } from "./update-check";

/** Which version this is and, with UPDATE_CHECK, whether there is a newer one. */
export function checkVersion(): Check {
  const { UPDATE_CHECK, DATA_DIR } = env();
  const name = sentence("checkVersionName");
  const finding = sentence("checkVersion", { version: versionName, node: process.versions.node });
  const answer = UPDATE_CHECK === "off" ? null : lastUpdateAnswer(DATA_DIR);
  if (answer === null) return { name, state: "good", finding };
  if ("problem" in answer)
    return {
      name,
      state: "note",
      finding,
      advice: inTurn([sentence("checkVersionUnknown"), answer.problem], "thenSentence"),
    };
  if (!isNewer(answer.newest, version))
    return {
      name,
      state: "good",
      finding: inTurn([finding, sentence("checkVersionNewest")], "thenSentence"),
    };
  return {
    name,
    state: "note",
    finding,
    advice: sentence("checkVersionNewer", { newest: answer.newest }),
  };
}
