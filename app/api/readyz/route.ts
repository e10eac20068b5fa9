import { randomUUID } from "node:crypto";
import { refusedField } from "@/lib/core/errors";
import { allMethods } from "@/lib/http/methods";
import { problemResponse } from "@/lib/http/problem";
import { json } from "@/lib/http/responses";
import { checkReadiness } from "@/lib/service/readiness";

export const dynamic = "force-dynamic";

const headers = { "Cache-Control": "no-store" };

/**
 * Public readiness check for load balancers: 503 during shutdown and while the database is unavailable. For visitors it is
 * 200 as long as cached links redirect.
 */
async function answer(request: Request): Promise<Response> {
  const purpose = new URL(request.url).searchParams.get("for");
  if (purpose !== null && purpose !== "visitors") {
    return problemResponse(refusedField("for", "The only value of for is visitors: leave it out for everything else."), randomUUID(), headers);
  }
  const { ready, redirects, checks } = await checkReadiness({ hasDetail: purpose === null });
  const isGood = purpose === "visitors" ? redirects : ready;
  return json({ status: isGood ? "ok" : "not ready", redirects, checks }, { status: isGood ? 200 : 503, headers });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
