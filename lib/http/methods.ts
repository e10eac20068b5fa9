import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestedDomain } from "../config/env";
import { SluglineError } from "../core/errors";
import { problemResponse, sendProblem } from "./problem";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

const reads: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Whether a method changes nothing. */
export function isRead(method: string | undefined): boolean {
  return reads.includes(method ?? "");
}

/**
 * The handlers of one path, one for every method that Next knows. Next alone would answer 405
 * without Allow or a body.
 */
export function allMethods<H extends (...given: never[]) => Response | Promise<Response>>(
  handlers: Partial<Record<Method, H>>,
): Record<Method, H | (() => Response)> {
  const known = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers;
  const allow = methods.filter((method) => method in known).join(", ");
  const refuse = () => {
    const error = new SluglineError("method_not_allowed", "methodsAccepted", { methods: allow });
    return problemResponse(error, randomUUID(), { Allow: allow, "Cache-Control": "no-store" });
  };
  return Object.fromEntries(
    methods.map((method) => {
      const answer: (...given: never[]) => Response | Promise<Response> = known[method] ?? refuse;
      const answerHere = (request: Request, ...given: never[]) =>
        isAtDomain(request)
          ? problemResponse(notAtDomain(), randomUUID(), { "Cache-Control": "no-store" })
          : answer(request as never, ...given);
      return [method, answerHere];
    }),
  ) as Record<Method, H | (() => Response)>;
}

/** Whether it came by a further host, which answers short links only. */
export function isAtDomain({ headers }: Request): boolean {
  return requestedDomain((name) => headers.get(name)) !== null;
}

export function notAtDomain(): SluglineError {
  return new SluglineError("not_found", "shortLinksOnly");
}

/**
 * Answers methods that Next does not know, to which it would send 400 without a body. Returns false
 * for known methods.
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if ((methods as readonly string[]).includes(request.method ?? "")) return false;
  const error = new SluglineError("method_not_allowed", "methodUnknown", {
    method: request.method ?? "",
  });
  sendProblem(response, error, { Allow: methods.join(", ") });
  return true;
}
