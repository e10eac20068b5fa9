import { isSluglineError } from "@/lib/core/errors";
import { isNamed } from "@/lib/core/is-named";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { answerOnce, type PlainAnswer, responseOf } from "@/lib/http/idempotency";
import { parseQuery } from "@/lib/http/parse";
import { problemMembers } from "@/lib/http/problem";
import {
  applyBulk,
  type BulkOutcome,
  type BulkRefusal,
  prepareBulk,
  rowsOf,
} from "@/lib/links/bulk";
import { editorOf } from "@/lib/links/editor";
import type { Link } from "@/lib/links/link";
import type { Outcome } from "@/lib/links/outcome";
import { type BulkRequest, bulkQuerySchema, bulkSchema } from "@/lib/links/schema";
import { withHash } from "@/lib/owners/hash-queue";
import { linkHandlers } from "../link-handlers";

/** A thousand links with the longest destinations and titles. */
const maxBytes = 16 * 1_048_576;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/links/bulk", {
  ...linkHandlers(async () => "bulk"),
  POST: withBody(
    () => bulkSchema,
    async (wanted, call) => {
      const edit = { now: new Date(), by: editorOf(call.access) };
      const { atomic } = parseQuery(call.request, bulkQuerySchema);
      try {
        return await answerOnce(call, async (writer) =>
          bulkAnswer(await applyBulk(wanted, atomic, edit, writer)),
        );
      } catch (error) {
        if (isNamed<BulkRefusal>(error, "BulkRefusal"))
          return responseOf(bulkAnswer(error.outcome));
        throw error;
      }
    },
    { maxBytes, prepare: (wanted: BulkRequest) => prepareBulk(wanted, withHash) },
  ),
});

/** 207 if a row was refused (RFC 4918, 13). */
function bulkAnswer(outcome: BulkOutcome): PlainAnswer {
  const results = [
    ...outcome.create.map(resultOf(201)),
    ...outcome.update.map(resultOf(200)),
    ...outcome.delete.map(resultOf(204)),
  ];
  const status = rowsOf(outcome).some(isSluglineError) ? 207 : 200;
  return {
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ results }),
  };
}

function resultOf(success: number) {
  return (row: Outcome<Link | null>) => {
    if (!isSluglineError(row)) return { status: success, link: row };
    const error = problemMembers(row);
    return { status: error.status, error };
  };
}
