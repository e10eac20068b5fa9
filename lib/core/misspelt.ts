import { inTurn, type Sentence, sentence } from "../texts/sentence";
import { findSlip } from "./slip";

/** What Kubernetes and Docker set for a service or a container that is called slugline. */
const ofPlatform = /^SLUGLINE_(\w+_)?(SERVICE_(HOST|PORT\w*)|PORT_\d+_\w+|ENV_\w+|NAME)$/;
/** Set by our scripts, and read by the samples for clients. */
const ofOthers = [
  "SLUGLINE_BUILD_ID",
  "SLUGLINE_COMMIT",
  "SLUGLINE_VERSION",
  "SLUGLINE_REPOSITORY",
  "SLUGLINE_FOLDER",
  "SLUGLINE_ENV_NAMES",
  "SLUGLINE_TOKEN",
];

/** What a `.env` beside ours may set for Node, Postgres, proxies and compose. */
const ofSharedFile =
  /^(TZ|LANG|LC_\w+|NODE_\w+|NO_COLOR|FORCE_COLOR|NEXT_TELEMETRY_DISABLED|PG\w+|POSTGRES_\w+|COMPOSE_\w+|DOCKER_\w+|DOMAIN|(HTTPS?|NO|ALL)_PROXY)$/i;

interface Names {
  known: readonly string[];
  /** Those whose value may be in a file that NAME_FILE names. */
  ofFiles: readonly string[];
  /** Those that `.env` sets, where no other program's are expected. */
  inEnvFile: readonly string[];
}

/**
 * A sentence for each environment variable that looks like one of `known` but has no effect:
 * misspelt, prefixed, or the file of a value that is no secret. Another program's variables stay
 * unmentioned, and so does what stands beside the right name.
 */
export function findMisspelt(given: Variables, names: Names): Sentence[] {
  return Object.keys(given).flatMap((name) =>
    given[name] ? (reproach(name, given, names) ?? []) : [],
  );
}

type Variables = Readonly<Record<string, string | undefined>>;

function reproach(
  name: string,
  given: Variables,
  { known, ofFiles, inEnvFile }: Names,
): Sentence | null {
  const readable = [...known, ...ofFiles.map((each) => `${each}_FILE`)];
  if (readable.includes(name)) return null;
  const inFile = known.find((each) => name === `${each}_FILE`);
  if (inFile)
    return given[inFile]
      ? null
      : inTurn(
          [
            sentence("variableInFile", { name, variable: inFile }),
            sentence("variableFiles", { names: ofFiles.join(", ") }),
          ],
          "thenSentence",
        );
  const rest = isPrefixed(name, given[name] ?? "") ? name.replace(/^SLUGLINE_/i, "") : null;
  const isOurs = inEnvFile.includes(name) && !ofSharedFile.test(name) && !ofOthers.includes(name);
  const meant =
    readable.find((each) => each === rest) ?? findMeantName(rest ?? name, readable, isOurs);
  if (meant !== null) return given[meant] ? null : sentence("variableMeant", { name, meant });
  return rest === null && !isOurs ? null : sentence("variableUnknown", { name });
}

function isPrefixed(name: string, value: string): boolean {
  return (
    /^SLUGLINE_./i.test(name) &&
    !ofOthers.includes(name) &&
    !ofPlatform.test(name) &&
    !value.startsWith("tcp://")
  );
}

/** Shorter names are too close to those of other programs. */
const leastLetters = 7;
/** A name this long is recognised even if a letter of its first word is another one. */
const longName = 11;

/**
 * The name of `known` that `name` was probably meant to be; null if it is likely another program's.
 * `isOurs`: it is no other program's, so that any slip counts.
 */
function findMeantName(name: string, known: readonly string[], isOurs: boolean): string | null {
  const letters = lettersOf(name);
  return (
    known.find((each) => withoutSeparators(each) === withoutSeparators(name)) ??
    known.find((each) => lettersOf(each) === letters && letters.length > leastLetters - 2) ??
    known.find((each) => isSlip(letters, each)) ??
    known.find((each) => isOurs && isNear(letters, lettersOf(each))) ??
    null
  );
}

function isNear(letters: string, meant: string): boolean {
  return letters === meant || findSlip(letters, meant) !== null;
}

/** One letter more, less or different, or two in the wrong order. */
function isSlip(letters: string, known: string): boolean {
  const meant = lettersOf(known);
  const slip = findSlip(letters, meant);
  if (slip === null || slip.kind === "swapped") return slip !== null;
  const isLong = meant.length >= leastLetters;
  // No other program doubles a letter of a short name.
  if (slip.kind === "added") return isLong || letters[slip.at] === letters[slip.at - 1];
  if (slip.kind === "missing") return isLong;
  const isInFirstWord = slip.at < (known.indexOf("_") + 1 || known.length);
  return isLong && (!isInFirstWord || meant.length >= longName);
}

/** Without what separates words and without plurals. */
function lettersOf(name: string): string {
  return name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => word.replace(/IES$/, "Y").replace(/S$/, ""))
    .join("");
}

function withoutSeparators(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
