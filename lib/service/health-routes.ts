import { randomUUID } from "node:crypto";
import { env } from "../config/env";
import { issues } from "../config/issues";
import { commit, version } from "../config/version";
import { withDeadline } from "../core/deadline";
import { refusedField } from "../core/errors";
import { allMethods } from "../http/methods";
import { requestAddress } from "../http/peer-address";
import { problemResponse } from "../http/problem";
import { json } from "../http/responses";
import { requireApiToken } from "../owners/api-access";
import { checkReadiness } from "./readiness";

/**
 * The routes that supervisors and load balancers ask. Next serves them; without pages the main
 * thread does.
 */

/** How long the database may take to find a token. Readiness is answered within a second more. */
const tokenLimitMs = 1_000;

const headers = { "Cache-Control": "no-store" };

/**
 * Public liveness check for supervisors, which restart the process if it does not answer or answers
 * 503: the embedded Postgres died and could not be restarted.
 */
function answerLiveness(): Response {
  const isDead = issues().find("embedded-postgres") !== undefined;
  return json(
    { status: isDead ? "embedded Postgres failed" : "ok" },
    { status: isDead ? 503 : 200, headers },
  );
}

/**
 * Public readiness check for load balancers: 503 during shutdown and while the database is
 * unavailable. For visitors it is 200 as long as cached links redirect.
 */
async function answerReadiness(request: Request): Promise<Response> {
  const purpose = new URL(request.url).searchParams.get("for");
  if (purpose !== null && purpose !== "visitors") {
    return problemResponse(refusedField("for", "healthFor"), randomUUID(), headers);
  }
  const { ready, redirects, checks } = await checkReadiness({ hasDetail: purpose === null });
  const built = (await mayRead(request)) ? { version, commit } : {};
  const isGood = purpose === "visitors" ? redirects : ready;
  return json(
    { status: isGood ? "ok" : "not ready", redirects, checks, ...built },
    { status: isGood ? 200 : 503, headers },
  );
}

/**
 * Whether the request has a valid token. A wrong one is counted, and changes no answer that a load
 * balancer relies on.
 */
async function mayRead({ headers: given }: Request): Promise<boolean> {
  const authorization = given.get("authorization");
  if (authorization === null) return false;
  const address = () => requestAddress(given.get("x-forwarded-for"));
  const access = requireApiToken(authorization, address, new Date(), env().METRICS_TOKEN);
  return withDeadline(access, tokenLimitMs).then(
    () => true,
    () => false,
  );
}

export const livezRoute = allMethods({ GET: answerLiveness });
export const readyzRoute = allMethods({ GET: answerReadiness });
