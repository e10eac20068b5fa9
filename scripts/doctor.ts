import type { EnvError } from "../lib/config/env";
import { isNamed } from "../lib/core/errors";
import type { Check } from "../lib/doctor/check";
import { examineWithoutRequest } from "../lib/doctor/examine";
import type { Service } from "../lib/service/service";
import { startupMessage } from "../lib/service/startup-errors";
import { say } from "../lib/texts/say";
import { sentence } from "../lib/texts/sentence";
import { terminalLanguage } from "../lib/texts/terminal-language";
import { textsIn } from "../lib/texts/translate";
import { requireArguments } from "./commands.mjs";
import { onDatabase } from "./run-on-database";

/*
 * `npm run doctor`: the checks of Settings > Health check that need no request. Exit code 1 if one
 * needs fixing.
 */
const language = terminalLanguage(process.env);
const t = textsIn(language, "commands.doctor");
const checks = await examineAll().catch((error: unknown) => {
  console.error(startupMessage(error));
  process.exit(1);
});
const bad = checks.filter(({ state }) => state === "bad").length;
if (bad > 0) process.exitCode = 1;
if (requireArguments("doctor").options.json)
  console.log(JSON.stringify(checks.map(inEnglish), null, 2));
else
  console.log(
    [...checks.map(lineOf), "", bad === 0 ? t("allPassed") : t("issues", { number: bad })].join(
      "\n",
    ),
  );

/** What needs no database is examined without one too. */
async function examineAll(): Promise<Check[]> {
  const examine = async (url: string, service: Service): Promise<Check[]> => {
    service.useDatabase(url);
    await service.database.settings.reload();
    return examineWithoutRequest();
  };
  try {
    return await onDatabase(examine, { isExisting: true });
  } catch (error) {
    if (isNamed<EnvError>(error, "EnvError")) throw error;
    return examineWithoutRequest(sentence("asIs", { text: startupMessage(error) }));
  }
}

function lineOf({ name, state, finding, advice }: Check): string {
  const mark = { good: "ok  ", note: "note", bad: "BAD " }[state];
  const sentences = advice ? [finding, advice] : [finding];
  const said = sentences.map((each) => say(language, each)).join(" ");
  return `${mark}  ${say(language, name)}: ${said}`;
}

/** For programs. */
function inEnglish(check: Check) {
  const said = Object.entries(check).map(([name, value]) => [
    name,
    typeof value === "string" ? value : say("en", value),
  ]);
  return Object.fromEntries(said);
}
