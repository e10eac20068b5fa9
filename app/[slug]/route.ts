import { env } from "@/lib/config/env";
import { answerVisit } from "@/lib/visits/answer-visit";
import { notFound } from "@/lib/visits/replies";
import { queryOfTarget, slugOfTarget } from "@/lib/visits/short-path";

export const dynamic = "force-dynamic";

/** Serves short links where `server.ts` does not run: `next start`, Vercel and similar platforms, and `npm run dev`. */
async function visit(request: Request): Promise<Response> {
  const target = request.url.replace(/^https?:\/\/[^/]*/, "");
  const slug = slugOfTarget(target);
  const reply =
    slug === null
      ? notFound(readable(target), env().BASE_URL)
      : await answerVisit({
          method: request.method,
          slug,
          query: queryOfTarget(target),
          header: (name) => request.headers.get(name),
          // Next does not expose the peer address, but puts it in X-Forwarded-For if no proxy has set that header.
          peerAddress: null,
          at: new Date(),
        });
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
}

export { visit as DELETE, visit as GET, visit as HEAD, visit as OPTIONS, visit as PATCH, visit as POST, visit as PUT };

/** The decoded path, for the 404 page. */
function readable(target: string): string {
  const path = target.replace(/[?#].*$/, "").slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
