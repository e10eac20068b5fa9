import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeContent } from "../core/content-negotiation";
import { Countdown } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { PriorityQueue } from "../core/turn";
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

/** Paths whose body may be a file. Others are limited by what their handler reads. */
export const uploadPaths: readonly string[] = [
  "/dashboard/settings/data/import",
  "/api/links/import",
];

const maxUploadMb = 32;
export const maxUploadBytes = maxUploadMb * 1_048_576;

const quote = 0x22;

/**
 * Reads the whole upload first, so that a slow import does not stall it. A generated client may
 * send the text of a file as a JSON string: that is the file, too. Throws `payload_too_large` and
 * `malformed_request`.
 */
export async function readUpload({
  headers,
  body,
}: {
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
}): Promise<Buffer> {
  const length = headers.get("content-length");
  const declared = length === null ? null : Number(length);
  if (declared !== null && declared > maxUploadBytes) throw tooLarge();
  const file = await decodeContent(
    await readBytes(body, declared),
    headers.get("content-encoding"),
    { mostBytes: maxUploadBytes, tooLarge },
  );
  return textInString(file) ?? file;
}

/**
 * No CSV file of more than one field is a JSON string. Its text gets a byte order mark, so that no
 * other encoding is assumed.
 */
function textInString(file: Buffer): Buffer | null {
  if (file[0] !== quote || file[file.length - 1] !== quote || file.includes("\n")) return null;
  try {
    const text = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file)) as string;
    return text.isWellFormed() ? Buffer.from(text.replace(/^\ufeff?/, "\ufeff")) : null;
  } catch {
    return null;
  }
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  declared: number | null,
): Promise<Buffer> {
  // What is declared is held once, the rest of the time twice.
  const whole = declared === null ? null : Buffer.allocUnsafeSlow(declared);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      const from = size;
      size += chunk.byteLength;
      if (size > (declared ?? maxUploadBytes)) break;
      if (whole) whole.set(chunk, from);
      else chunks.push(chunk);
    }
  } catch {
    throw incomplete();
  }
  if (size > maxUploadBytes) throw tooLarge();
  if (declared !== null && size !== declared) throw incomplete();
  return whole ?? Buffer.concat(chunks);
}

function tooLarge(): SluglineError {
  return new SluglineError("payload_too_large", "fileTooLarge", { most: maxUploadMb });
}

function incomplete(): SluglineError {
  return new SluglineError("malformed_request", "fileIncomplete");
}
