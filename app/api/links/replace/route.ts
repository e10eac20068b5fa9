import { apiRoute, withBody } from "@/lib/http/api-route";
import { answerOnce, type PlainAnswer } from "@/lib/http/idempotency";
import { problemMembers } from "@/lib/http/problem";
import { editorOf } from "@/lib/links/editor";
import type { ReplacementOutcome } from "@/lib/links/replace-destinations";
import { replaceRequestSchema } from "@/lib/links/replace-schema";
import { replaceInChosen } from "@/lib/stats/list/replace-in-chosen";
import { linkHandlers } from "../link-handlers";

/** A thousand slugs, and the longest texts. */
const maxBytes = 262_144;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/links/replace", {
  ...linkHandlers(async () => "replace"),
  POST: withBody(
    () => replaceRequestSchema,
    async ({ slugs, tag, q, dryRun, ...replacement }, call) => {
      const edit = { now: new Date(), by: editorOf(call.access) };
      return answerOnce(call, async (writer) =>
        replacementAnswer(
          await replaceInChosen({ slugs, tag, q }, replacement, edit, {
            writer,
            isDryRun: dryRun,
          }),
        ),
      );
    },
    { maxBytes },
  ),
});

function replacementAnswer({ results }: ReplacementOutcome): PlainAnswer {
  const rows = results.map(({ slug, changes, error }) => {
    if (error === null) return { status: 200, slug, changes };
    const problem = problemMembers(error);
    return { status: problem.status, slug, changes, error: problem };
  });
  const changed = results.filter(({ error }) => error === null).length;
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ changed, results: rows }),
  };
}
