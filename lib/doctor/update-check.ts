import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, env } from "../config/env";
import { repository } from "../config/version";
import { isoDate } from "../core/day";
import { type Sentence, sentence } from "../texts/sentence";

/** What the release feed answered. */
type UpdateAnswer = { newest: string } | { problem: Sentence };

/** The answer is a few kilobytes long. */
const mostBytes = 256 * 1024;
const limitMs = 10_000;

const filePattern = /^update-check-\d{4}-\d\d-\d\d\.json$/;

/**
 * Asks for the newest version, unless a process of this instance has asked on this day. The answer
 * is kept in DATA_DIR.
 */
export async function checkForUpdate(now: Date, signal: AbortSignal): Promise<void> {
  const { UPDATE_CHECK, DATA_DIR } = env();
  if (UPDATE_CHECK === "off") return;
  const file = join(DATA_DIR, `update-check-${isoDate(now)}.json`);
  if (!claim(file)) return;
  const feed = feedOf(UPDATE_CHECK);
  const answer = feed === null ? { problem: sentence("feedMissing") } : await askFeed(feed, signal);
  // A service that stops meanwhile asks again after its next start.
  if (signal.aborted) return rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(answer));
  for (const each of filesIn(DATA_DIR)) if (each !== file) rmSync(each, { force: true });
}

/** The last answer; null before the first one. */
export function lastUpdateAnswer(dataDir: string): UpdateAnswer | null {
  for (const file of filesIn(dataDir).toSorted().toReversed()) {
    const answer = read(file);
    if (answer) return answer;
  }
  return null;
}

/** Several processes may begin to ask at once: the flag lets only one write. */
function claim(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function filesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).flatMap((name) =>
      filePattern.test(name) ? [join(dataDir, name)] : [],
    );
  } catch {
    return [];
  }
}

/** Null while the answer is awaited, or if writing it was cut off. */
function read(file: string): UpdateAnswer | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as UpdateAnswer;
  } catch {
    return null;
  }
}

/** `on`: the releases of the repository that published this build. */
function feedOf(setting: Env["UPDATE_CHECK"]): string | null {
  if (setting !== "on") return setting;
  return repository ? `https://api.github.com/repos/${repository}/releases/latest` : null;
}

/** Sends nothing about this installation, not even its version. */
export async function askFeed(
  feed: string,
  stopping: AbortSignal,
  timeoutMs = limitMs,
): Promise<UpdateAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { Accept: "application/json", "User-Agent": "Slugline" };
    const response = await fetch(feed, { headers, signal: AbortSignal.any([stopping, timeout]) });
    const text = await readText(response);
    if (!response.ok) return { problem: sentence("feedStatus", { status: response.status }) };
    const newest = text === null ? null : newestIn(text);
    return newest === null ? { problem: sentence("unreadable") } : { newest };
  } catch {
    return { problem: sentence("feedUnreachable") };
  }
}

/** Null if it is too long: the rest is not read. */
export async function readText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop cancels the body.
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** As in GitHub's releases (`tag_name`) or a file of one's own (`version`). */
function newestIn(text: string): string | null {
  try {
    const { tag_name, version = tag_name } = JSON.parse(text) as Record<string, unknown>;
    const parts = typeof version === "string" ? numbersOf(version) : null;
    return parts?.[3] ? parts.slice(0, 3).join(".") : null;
  } catch {
    return null;
  }
}

/** Whether `one` is newer than `other`. */
export function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [numbersOf(one) ?? [], numbersOf(other) ?? []];
  const at = mine.findIndex((number, index) => number !== theirs[index]);
  return at !== -1 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** Null unless it is a released version, such as v1.2.3, or one on the way to it: 1.2.3-dev.4. */
function numbersOf(version: string): number[] | null {
  const parts = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-dev\b.*)?$/.exec(version)?.slice(1);
  return parts ? parts.map((part, at) => (at === 3 ? Number(!part) : Number(part))) : null;
}
