import { originOf, requestedDomain } from "@/lib/config/env";
import { lookFor } from "@/lib/config/site-settings";
import { decodePercent } from "@/lib/core/decode";
import { isPlainForm, readFetchedForm } from "@/lib/http/read-form";
import { answerPreviewPage } from "@/lib/visits/answer-preview-page";
import { answerVisit } from "@/lib/visits/answer-visit";
import { readTarget } from "@/lib/visits/read-target";
import { notFound } from "@/lib/visits/replies";
import { type Reply, toResponse } from "@/lib/visits/visit";

export const dynamic = "force-dynamic";

/**
 * Serves short links where `server.ts` does not run: `next start`, Vercel and similar platforms,
 * and `npm run dev`.
 */
async function visit(request: Request): Promise<Response> {
  const target = request.url.replace(/^https?:\/\/[^/]*/, "");
  return toResponse(await answer(request, target));
}

export {
  visit as DELETE,
  visit as GET,
  visit as HEAD,
  visit as OPTIONS,
  visit as PATCH,
  visit as POST,
  visit as PUT,
};

async function answer(request: Request, target: string): Promise<Reply> {
  const asked = readTarget(target);
  const domain = requestedDomain((name) => request.headers.get(name));
  if (asked === null)
    return notFound(
      readable(target),
      originOf(domain),
      lookFor(request.headers.get("accept-language")),
    );
  const visit = {
    method: request.method,
    slug: asked.slug,
    query: asked.query,
    header: (name: string) => request.headers.get(name),
    domain,
    // Next does not expose the peer address, but puts it in X-Forwarded-For if no proxy has set
    // that header.
    peerAddress: null,
    at: new Date(),
    readForm:
      request.method === "POST" && isPlainForm(request.headers.get("content-type"))
        ? () => readFetchedForm(request)
        : undefined,
  };
  return asked.isPreview ? answerPreviewPage(visit) : answerVisit(visit);
}

/** The decoded path, for the 404 page. */
function readable(target: string): string {
  const path = target.replace(/[?#].*$/, "").slice(1);
  return decodePercent(path) ?? path;
}
