import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Countdown } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { PriorityQueue } from "../core/priority-queue";
import { busy } from "../limits/too-many-requests";

/** A file takes up to 32 MB of memory, and its reading a core. */
export const newUploadQueue = () => new PriorityQueue({ atOnce: 2, waiting: 8, refusal });

/** Shorter than a body may take, whose time runs while it waits unread. */
const longestWaitMs = 10_000;
/** A client that reads nothing of its answer for so long has left. */
const mostIdleMs = 60_000;

const refusal = () => busy("serverIsBusy");

const clientLeft = () => new SluglineError("malformed_request", "clientLeft");

const current = new AsyncLocalStorage<AbortSignal>();

/** Lets other requests go on, and ends the work on an upload whose client has left. */
export async function nextPortion(): Promise<void> {
  await nextTurn();
  current.getStore()?.throwIfAborted();
}

/**
 * All that becomes of an upload: reading the body, the work, and the answer to its last byte. Few
 * run at once, and some wait for a short time with their body unread. Each ends with its client, at
 * the next portion. Throws `too_many_requests`.
 */
export function withUpload(
  uploads: PriorityQueue,
  { signal }: Pick<Request, "signal">,
  answer: () => Promise<Response>,
): Promise<Response> {
  const ended = new AbortController();
  const leave = () => ended.abort(clientLeft());
  const wait = new Countdown(longestWaitMs, () => ended.abort(refusal()));
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  return new Promise((resolve, reject) => {
    const run = async () => {
      wait.stop();
      const response = await current.run(ended.signal, answer);
      await new Promise<void>((end) => resolve(untilRead(response, ended, end)));
    };
    uploads
      .run(0, run, ended.signal)
      .catch(reject)
      .finally(() => {
        wait.stop();
        signal.removeEventListener("abort", leave);
      });
  });
}

/** The same response. Calls `end` when its body was read, failed or was given up. */
function untilRead(response: Response, ended: AbortController, end: () => void): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    end();
    return response;
  }
  const idle = new Countdown(mostIdleMs, () => ended.abort(clientLeft()));
  const stop = (reason: unknown) => {
    idle.stop();
    return reader.cancel(reason).finally(end);
  };
  const { signal } = ended;
  const giveUp = () => void stop(signal.reason).catch(() => {});
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    idle.stop();
    const { done, value } = await reader.read();
    // Else what was cut off would look complete.
    signal.throwIfAborted();
    if (done) {
      controller.close();
      end();
    } else {
      controller.enqueue(value);
      idle.restart();
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pull(controller).catch((error) => {
          end();
          throw error;
        }),
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
