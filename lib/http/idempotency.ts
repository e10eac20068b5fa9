import { refusedField } from "../core/errors";
import type { Writer } from "../database/in-transaction";
import type { ApiAccess } from "../owners/api-access";
import { runOnce } from "../owners/run-once";

/** A response that can be stored. */
export type PlainAnswer = { status: number; headers: Record<string, string>; body: string };

/** A POST as its handler sees it: `text` is its body. */
interface Call {
  request: Request;
  text: string;
  access: ApiAccess;
}

/**
 * Answers a POST. With an Idempotency-Key, `work` gets the transaction in which it must write, and
 * a repeated request gets the answer of the first. Without one it runs each time.
 */
export async function answerOnce(
  { request, text, access }: Call,
  work: (writer?: Writer) => Promise<PlainAnswer>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  if (key === null) return responseOf(await work());
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw refusedField("Idempotency-Key", "idempotencyKeyForm");
  }
  const { pathname, search } = new URL(request.url);
  const once = {
    tokenId: access.tokenId ?? "API_TOKEN",
    key,
    request: `${request.method} ${pathname}${search}\n${text}`,
  };
  const { answer, isRepeated } = await runOnce(once, new Date(), work);
  const response = responseOf(answer);
  if (isRepeated) response.headers.set("Idempotency-Replayed", "true");
  return response;
}

export function responseOf({ status, headers, body }: PlainAnswer): Response {
  return new Response(body, { status, headers });
}
