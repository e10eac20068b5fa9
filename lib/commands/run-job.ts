import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { running } from "../config/running";
import { errorText, SluglineError } from "../core/errors";
import { RoundSize } from "../core/round-size";
import { PriorityQueue } from "../core/turn";
import { asWriteRequest, type Writer, withoutWriteRequest } from "../database/in-transaction";
import { toRefusal } from "../database/to-refusal";
import { busy } from "../limits/too-many-requests";
import type { SelectionOutcome } from "../links/outcome";
import { requireUndoer } from "../links/undoer";
import {
  changedBy,
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
/** Others wait for links that a portion has locked. Fewer rows take as long: each portion has its cost. */
const longPortionMs = 120;
const fewestRows = 25;
const mostRows = 100;

declare module "../config/running" {
  interface Parts {
    /** Few portions run at once in a thread, so that jobs leave connections for everybody else. */
    jobs: PriorityQueue;
  }
}

export const newJobQueue = () =>
  new PriorityQueue({
    atOnce: 2,
    waiting: Number.MAX_SAFE_INTEGER,
    refusal: () => busy("serverIsBusy"),
  });

const commands = new Map<string, AnyCommand>(
  Object.values(rooms)
    .flatMap((room) => Object.values(room) as AnyCommand[])
    .filter(({ portions }) => portions !== undefined)
    .map((command) => [command.name, command]),
);

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
  const total = (await command.portions?.total(given)) ?? 0;
  const undoes = "undoes" in given ? String(given.undoes) : undefined;
  const sessionId = person?.id ?? "";
  // As it was checked, which leaves out what the command does not know.
  const input = JSON.parse(JSON.stringify(given));
  const job = { id, by, sessionId, command: command.name, input, total, undoes };
  if (await storeJob(job, new Date())) await Promise.race([runJob(id), sleep(answerMs)]);
  const state = await jobState(id, by);
  if (!state.refusal || state.done > 0) return state;
  throw new SluglineError(state.refusal.code, readSentence(state.refusal.text));
}

/** Goes on with jobs whose process has ended. */
export async function continueJobs(signal: AbortSignal): Promise<void> {
  for (let id = await claimLeftJob(); id && !signal.aborted; id = await claimLeftJob())
    await runJob(id, signal);
}

/**
 * Does what is left of a job. The session that started it lets each portion write. While the database
 * is unavailable it is left for `continueJobs`. Never rejects.
 */
function runJob(id: string, signal?: AbortSignal): Promise<void> {
  return withoutWriteRequest(async () => {
    try {
      const job = await readJob(id);
      const { role, work } = await workOf(job);
      const portion = (writer: Writer, rows: Portion) =>
        work({ by: job.by, role: "owner", now: new Date(), parts: running(), writer }, rows);
      const size = new RoundSize(fewestRows, mostRows, longPortionMs);
      await asWriteRequest(sessionRights({ id: job.sessionId }, role), async () => {
        let isLeft = true;
        while (isLeft && !signal?.aborted) {
          if (job.undoes !== null) await journalDrained();
          isLeft = await running().jobs.run(0, () =>
            size.run((rows) => doPortion(id, rows, portion)),
          );
        }
      });
      if (signal?.aborted) return;
      await waitForLinkChanges();
      await endJob(id);
    } catch (error) {
      await endFailed(id, error);
    }
  });
}

async function endFailed(id: string, error: unknown): Promise<void> {
  const refusal = toRefusal(error, id);
  if (refusal.code === "unavailable" || refusal.code === "outcome_unknown") return;
  await endJob(id, refusal).catch((failure: unknown) =>
    log().warn({ error: errorText(failure) }, "could not end a job"),
  );
}

type Job = Awaited<ReturnType<typeof readJob>>;
type Work = (context: PortionContext, portion: Portion) => Promise<SelectionOutcome<unknown>>;

async function workOf(job: Job): Promise<{ role: "reader" | "editor" | "owner"; work: Work }> {
  const command = commandOf(job.command);
  if (job.undoes !== null) {
    const undone = await readJob(job.undoes);
    const done = await changedBy(undone.id);
    const { undo } = commandOf(undone.command).portions;
    const work: Work = async (context, { from, to }) => {
      // With the role that the person has by now.
      await requireUndoer(context.writer, context, undone.by);
      if (!undo) throw new SluglineError("not_found", "undoOver");
      return undo(context, done.slice(from, to));
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
    throw new SluglineError("not_found", "undoOver");
  return { ...command, portions: command.portions, role: command.role };
}
