import { randomUUID } from "node:crypto";
import { env } from "../config/env";
import { issues } from "../config/issues";
import { refusedField } from "../core/errors";
import { apiRoute } from "../http/api-route";
import { allMethods } from "../http/methods";
import { problemResponse } from "../http/problem";
import { json } from "../http/responses";
import { readMetrics } from "./metrics";
import { checkReadiness } from "./readiness";

/** The routes that supervisors, load balancers and Prometheus ask. Next serves them; without pages the main thread does. */

const headers = { "Cache-Control": "no-store" };

/**
 * Public liveness check for supervisors, which restart the process if it does not answer or answers 503: the embedded
 * Postgres died and could not be restarted.
 */
function answerLiveness(): Response {
  const isDead = issues()
    .list()
    .some(({ name }) => name === "embedded-postgres");
  return json({ status: isDead ? "embedded Postgres failed" : "ok" }, { status: isDead ? 503 : 200, headers });
}

/**
 * Public readiness check for load balancers: 503 during shutdown and while the database is unavailable. For visitors it is
 * 200 as long as cached links redirect.
 */
async function answerReadiness(request: Request): Promise<Response> {
  const purpose = new URL(request.url).searchParams.get("for");
  if (purpose !== null && purpose !== "visitors") {
    return problemResponse(refusedField("for", "The only value of for is visitors: leave it out for everything else."), randomUUID(), headers);
  }
  const { ready, redirects, checks } = await checkReadiness({ hasDetail: purpose === null });
  const isGood = purpose === "visitors" ? redirects : ready;
  return json({ status: isGood ? "ok" : "not ready", redirects, checks }, { status: isGood ? 200 : 503, headers });
}

async function answerMetrics(): Promise<Response> {
  return new Response(await readMetrics(new Date()), { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } });
}

export const livezRoute = allMethods({ GET: answerLiveness });
export const readyzRoute = allMethods({ GET: answerReadiness });

/** Metrics of the whole instance for Prometheus. METRICS_TOKEN opens only this path. */
export const metricsRoute = apiRoute({ GET: answerMetrics }, { readToken: () => env().METRICS_TOKEN });
