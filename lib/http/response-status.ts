import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { running } from "../config/running";

export const newAnswers = () => new AsyncLocalStorage<ServerResponse>();

const answers = () => running().requests.answers;

/**
 * Runs `answer` with access to the response, which Next does not give to server actions and pages.
 */
export function withAnswer<T>(response: ServerResponse, answer: () => T): T {
  return answers().run(response, answer);
}

/**
 * Sets the status of the current response to 429. Without `server.ts` in front it stays 200, and
 * only the page shows the limit.
 */
export function answerTooManyRequests(retryAfterS: number): void {
  const response = answers().getStore();
  if (!response || response.headersSent) return;
  response.statusCode = 429;
  response.setHeader("Retry-After", String(retryAfterS));
}

/** The same with 503, for a page that says so. */
export function answerUnavailable(): void {
  const response = answers().getStore();
  if (!response || response.headersSent) return;
  response.statusCode = 503;
  response.setHeader("Retry-After", "5");
}

/** Tells caches that the current page is in the language that the visitor asked for. */
export function varyByLanguage(): void {
  const response = answers().getStore();
  if (
    !response ||
    response.headersSent ||
    /accept-language/i.test(String(response.getHeader("Vary")))
  )
    return;
  response.appendHeader("Vary", "Accept-Language");
}
