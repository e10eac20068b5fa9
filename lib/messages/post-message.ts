import type { IncomingMessage } from "node:http";
import { cleanText } from "../core/clean-text";
import { guardedRequest } from "../previews/guarded-fetch";
import { toScrapeError } from "../previews/scrape-error";
import type { ScrapePolicy } from "../previews/scrape-policy";
import { type Sentence, sentence } from "../texts/sentence";
import { type Attempt, failedAttempt } from "./attempt";
import type { MessageRequest } from "./request-of";
import { retryAfterSeconds } from "./retries";

/** Covers everything from DNS to the part of the response that is kept. */
const limitMs = 10_000;
const bodyLimitMs = 2_000;
/** Of the response; the rest is not read. */
const mostBytes = 2_048;
const shownCharacters = 500;

/** Sends one request. 2xx is success; a redirect is not followed. Never throws. */
export async function postMessage(
  { method, address, headers, body }: MessageRequest,
  policy: ScrapePolicy,
): Promise<Attempt> {
  const from = performance.now();
  const durationMs = () => Math.round(performance.now() - from);
  const timeout = AbortSignal.timeout(limitMs);
  try {
    const sent = {
      ...headers,
      "Content-Length": String(Buffer.byteLength(body)),
      "User-Agent": `Slugline/1.0 (messages; +${policy.own.BASE_URL})`,
    };
    const response = await guardedRequest({
      address,
      policy,
      signal: timeout,
      method,
      headers: sent,
      body,
    });
    const { statusCode: status = 0 } = response;
    const text = await readStart(response);
    const isAccepted = status >= 200 && status <= 299;
    return {
      isAccepted,
      isGone: status === 410,
      status,
      durationMs: durationMs(),
      response: text,
      error: isAccepted ? null : errorOf(status),
      retryAfterS:
        status === 429 || status === 503 ? retryAfterSeconds(response.headers, Date.now()) : null,
    };
  } catch (error) {
    const message = timeout.aborted
      ? sentence("noAnswer", { seconds: limitMs / 1_000 })
      : toScrapeError(error).sentence;
    return failedAttempt(message, { durationMs: durationMs() });
  }
}

function errorOf(status: number): Sentence {
  if (status >= 300 && status <= 399) return sentence("redirectsNotFollowed", { status });
  return sentence("httpStatus", { status });
}

/** The beginning of the body, as far as it arrives soon. */
async function readStart(response: IncomingMessage): Promise<string | null> {
  const limit = setTimeout(() => response.destroy(), bodyLimitMs);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= mostBytes) break;
    }
  } catch {
    // What has arrived is enough: the status says whether the message was accepted.
  } finally {
    clearTimeout(limit);
    response.destroy();
  }
  return cleanText(
    Buffer.concat(chunks).subarray(0, mostBytes).toString("utf8").replace(/\s+/g, " "),
    shownCharacters,
  );
}
