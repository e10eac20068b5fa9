import { env } from "@/lib/config/env";
import { PerService } from "@/lib/config/per-service";
import { allowOrigin } from "@/lib/http/cors";
import { allMethods } from "@/lib/http/methods";
import { openApiDocument } from "@/lib/http/openapi";
import { json } from "@/lib/http/responses";

export const dynamic = "force-dynamic";

const document = new PerService("openapi", () => openApiDocument(env().DASHBOARD_ORIGIN));

/** Public: it says nothing about the links, and tools must be able to read it. */
const answer = (request: Request) => {
  const response = json(document.get(), { headers: { "Cache-Control": "no-cache" } });
  allowOrigin(request, response);
  return response;
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
