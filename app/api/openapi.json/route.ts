import { apiOrigin, env } from "@/lib/config/env";
import { openApiDocument } from "@/lib/http/api/openapi";
import { allMethods, allowOrigin } from "@/lib/http/methods";
import { json } from "@/lib/http/responses";
import { memoize } from "@/lib/texts/memoize";

export const dynamic = "force-dynamic";

/** By the addresses that it names. */
const documents = memoize(2, (addresses) => {
  const [origin = "", baseUrl = ""] = addresses.split(" ");
  return openApiDocument(origin, baseUrl);
});

/** Public: it says nothing about the links, and tools must be able to read it. */
const answer = (request: Request) => {
  const response = json(
    documents(`${apiOrigin((name) => request.headers.get(name))} ${env().BASE_URL}`),
  );
  allowOrigin(request, response);
  return response;
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
