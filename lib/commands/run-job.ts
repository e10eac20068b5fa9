import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { running } from "../config/running";
import { errorText, SluglineError } from "../core/errors";
import { RoundSize } from "../core/round-size";
import { PriorityQueue } from "../core/turn";
import { databaseProblem } from "../database/database-errors";
import { asWriteRequest, type Writer, withoutWriteRequest } from "../database/in-transaction";
import { toRefusal } from "../database/to-refusal";
import { busy } from "../limits/too-many-requests";
import type { SelectionOutcome } from "../links/outcome";
import { requireUndoer } from "../links/undoer";
import {
  changedUntil,
  claimLeftJob,
  doPortion,
  endJob,
  type JobState,
  jobState,
  readJob,
  storeJob,
} from "../owners/jobs";
import { sessionRights } from "../owners/rights";
import { readSentence } from "../texts/sentence";
import { journalDrained } from "../visits/journal/journal-drained";
import { waitForLinkChanges } from "../visits/link-change-listener";
import { rooms } from "./commands";
import type { AnyCommand, Context, Portion, PortionContext } from "./define";
import { givenTo } from "./given-to";

/** Small jobs are over by then, and need no second request. */
const answerMs = 1_000;
/** Others wait for links that a portion has locked. Fewer rows than the fewest take as long: each portion has its cost. */
const longPortionMs = 80;
const fewestRows = 25;
const firstRows = 50;
const mostRows = 100;
/** After so many portions in a row that were too slow, the last ones with the fewest rows, a job is tried again later. */
const mostSlow = 3;
/** A job ends once it was taken over so often without a portion that succeeds: after about half an hour. */
const mostClaims = 10;

declare module "../config/running" {
  interface Parts {
    jobs: ReturnType<typeof createJobsPart>;
  }
}

export const createJobsPart = (service: { readonly isStopping: boolean }) => ({
  /** Few portions run at once in a thread, so that jobs leave connections for everybody else. */
  portions: new PriorityQueue({
    atOnce: 2,
    waiting: Number.MAX_SAFE_INTEGER,
    refusal: () => busy("serverIsBusy"),
  }),
  isStopping: () => service.isStopping,
});

const commands = new Map<string, AnyCommand>(
  Object.values(rooms)
    .flatMap((room) => Object.values(room) as AnyCommand[])
    .filter(({ portions }) => portions !== undefined)
    .map((command) => [command.name, command]),
);

/** Nobody can go on with an export for its client: `commandOf` refuses it, which ends its job. */
const claimed = [...commands.keys(), "exportChosenLinks", "exportLinkPage"];

/** Commands whose jobs can be undone. */
export const undoableCommands = [...commands.values()].flatMap(({ name, portions }) =>
  portions?.undo ? [name] : [],
);

/**
 * Begins a job, and waits for a short time for its end. It goes on when the browser leaves, and on
 * another instance if this one ends. Sent again with the same `id`, nothing is done twice. Throws why
 * it ended if nothing of it was done.
 */
export async function startJob(
  command: AnyCommand,
  { by, person }: Pick<Context, "by" | "person">,
  id: string,
  given: object,
): Promise<JobState> {
  const undoes = "undoes" in given ? String(given.undoes) : undefined;
  const sessionId = person?.id ?? "";
  // The validated input, without unknown fields.
  const input = JSON.parse(JSON.stringify(given));
  const job = { id, by, sessionId, command: command.name, input, undoes };
  const count = (writer: Writer) => command.portions?.total(given, writer) ?? 0;
  if (await storeJob(job, count, new Date())) await Promise.race([runJob(id), sleep(answerMs)]);
  const state = await jobState(id, by);
  if (!state.refusal || state.done > 0) return state;
  throw new SluglineError(state.refusal.code, readSentence(state.refusal.text));
}

/** Goes on with jobs whose process has ended. */
export async function continueJobs(signal: AbortSignal): Promise<void> {
  const claim = () => claimLeftJob(claimed);
  for (let left = await claim(); left && !signal.aborted; left = await claim())
    await runJob(left.id, left.claims, signal);
}

/**
 * Does what is left of a job. The session that started it lets each portion write. While the database
 * is unavailable, and when this process stops, it is left for `continueJobs`. Never rejects.
 */
function runJob(id: string, claims = 0, signal?: AbortSignal): Promise<void> {
  const isStopping = () => signal?.aborted || running().jobs.isStopping();
  return withoutWriteRequest(async () => {
    try {
      // Each process that took it over may have ended because of it.
      if (claims > mostClaims) throw new SluglineError("internal_error", "failed");
      const job = await readJob(id);
      const { role, work } = await workOf(job);
      const portion = (writer: Writer, rows: Portion) =>
        work({ by: job.by, role: "owner", now: new Date(), parts: running(), writer }, rows);
      const steps = {
        wait: () => (job.undoes === null ? undefined : journalDrained()),
        next: (rows: number) => doPortion(id, rows, portion),
        isStopping,
      };
      const rights = sessionRights({ id: job.sessionId }, role);
      if (await asWriteRequest(rights, () => doPortions(id, steps))) return;
      await waitForLinkChanges();
      await endJob(id);
    } catch (error) {
      // The connections may be closed already.
      if (isStopping()) return;
      const refusal = toRefusal(error, id);
      const mayPass = refusal.code === "unavailable" || refusal.code === "outcome_unknown";
      if (mayPass && claims < mostClaims) return;
      await endJob(id, refusal).catch((failure: unknown) =>
        log().warn({ error: errorText(failure) }, "could not end a job"),
      );
    }
  });
}

interface Steps {
  /** What to wait for before each portion. */
  wait: () => Promise<unknown> | undefined;
  next: (rows: number) => Promise<boolean>;
  isStopping: () => boolean;
}

/** Returns whether it leaves some, because this process stops. */
async function doPortions(id: string, { wait, next, isStopping }: Steps): Promise<boolean> {
  const size = new RoundSize(fewestRows, mostRows, longPortionMs, firstRows);
  let slow = 0;
  for (let isLeft = true; isLeft; ) {
    try {
      if (isStopping()) return true;
      await wait();
      isLeft = await running().jobs.portions.run(0, async () => isStopping() || size.run(next));
      slow = 0;
    } catch (error) {
      if (databaseProblem(error) === "too slow" && ++slow < mostSlow) continue;
      // Its outcome is known, although portions before it are stored.
      throw toRefusal(error, id);
    }
  }
  return false;
}

type Job = Awaited<ReturnType<typeof readJob>>;
type Work = (context: PortionContext, portion: Portion) => Promise<SelectionOutcome<unknown>>;

async function workOf(job: Job): Promise<{ role: "reader" | "editor" | "owner"; work: Work }> {
  const command = commandOf(job.command);
  if (job.undoes !== null) {
    const undone = await readJob(job.undoes);
    const done = await changedUntil(job.id, undone.id);
    const { undo } = commandOf(undone.command).portions;
    const work: Work = async (context, { from, to }) => {
      // With the role that the person has by now.
      await requireUndoer(context.writer, context, undone.by);
      if (!undo) throw new SluglineError("not_found", "undoOver");
      return undo(context, done.slice(from, to), undone.input as object);
    };
    return { role: command.role, work };
  }
  const { body, ...named } = job.input as Record<string, unknown>;
  const given = await givenTo(command, { named, body });
  const work: Work = (context, portion) => {
    const part = { ...command.portions.part?.(given, portion), portion };
    return command.run(context as Context, { ...given, ...part }) as never;
  };
  return { role: command.role, work };
}

function commandOf(name: string) {
  const command = commands.get(name);
  if (!command?.portions || command.role === "anyone")
    throw new SluglineError("not_found", "changeGone");
  return { ...command, portions: command.portions, role: command.role };
}
