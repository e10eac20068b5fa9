import { apiOrigin, env } from "@/lib/config/env";
import { PerService } from "@/lib/config/per-service";
import { memoize } from "@/lib/core/memoize";
import { allowOrigin } from "@/lib/http/cors";
import { allMethods } from "@/lib/http/methods";
import { openApiDocument } from "@/lib/http/openapi";
import { json } from "@/lib/http/responses";

export const dynamic = "force-dynamic";

const documents = new PerService("openapi", () => memoize(2, (origin) => openApiDocument(origin, env().BASE_URL)));

/** Public: it says nothing about the links, and tools must be able to read it. */
const answer = (request: Request) => {
  const response = json(documents.get()(apiOrigin(request.headers.get("host"))), { headers: { "Cache-Control": "no-cache" } });
  allowOrigin(request, response);
  return response;
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
