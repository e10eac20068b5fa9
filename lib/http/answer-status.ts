import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { ProcessWide } from "../config/process-wide";

const answers = new ProcessWide("answers", () => new AsyncLocalStorage<ServerResponse>());

/** Runs `answer` so that server actions and pages, to whom Next gives no response, can say that they refuse. */
export function withAnswer<T>(response: ServerResponse, answer: () => T): T {
  return answers.get().run(response, answer);
}

/** Makes the answer to the current request a 429. Without `server.ts` in front it stays 200: the page alone tells then. */
export function answerTooManyRequests(retryAfterS: number): void {
  const response = answers.get().getStore();
  if (!response || response.headersSent) return;
  response.statusCode = 429;
  response.setHeader("Retry-After", String(retryAfterS));
}
