import { tokenWith } from "../../audit/record-event";
import type { AnyCommand } from "../../commands/define";
import type { Answer } from "../../commands/operation";
import { runAttempt } from "../../commands/perform";
import { destinationRules } from "../../config/site-settings";
import { decodePercent } from "../../core/decode";
import { isNamed, refusedField } from "../../core/errors";
import type { BulkRefusal } from "../../links/bulk";
import { editorOf } from "../../links/editor";
import type { ApiAccess } from "../../owners/api-access";
import { readUpload } from "../../transfer/uploads";
import { parseBody, parseQuery } from "../parse";
import { streamOf } from "../responses";
import { sendFile } from "../send-file";

/** An answer as `runOnce` stores it. */
type Stored = { status: number; headers: Record<string, string>; body: string | Buffer | null };

/**
 * The request of a command, read and checked, before the time limit runs. With an Idempotency-Key, a
 * repeated request gets the answer of the first.
 */
export async function prepareOperation(
  command: AnyCommand,
  request: Request,
  access: ApiAccess,
): Promise<() => Promise<Response>> {
  const { api, query } = command;
  const { pathname, search, searchParams } = new URL(request.url);
  const schema = command.body?.(destinationRules());
  const { body, text } = schema
    ? await parseBody(request, schema, api?.body?.maxBytes)
    : { body: undefined, text: "" };
  const checked = {
    ...targetIn(pathname, api?.path ?? ""),
    ...(query ? parseQuery(request, query, api?.lists) : {}),
    body,
    ...(command.file?.(searchParams) ? { file: await readUpload(request) } : {}),
  };
  const given = { ...checked, ...((await command.prepare?.(checked)) ?? {}) };
  const key = command.repeats === "answer" ? keyOf(request) : null;
  const header = (name: string) => request.headers.get(name);
  const actor = tokenWith(access, request.headers);
  const context = { by: editorOf(access), actor, role: access.role, header };
  const finish = (output: unknown) => storedAnswer(command, output, { url: request.url, header });
  return async () => {
    const sent = `${request.method} ${pathname}${search}\n${text}`;
    try {
      const attempt = { key, sent };
      const { answer, isRepeated } = await runAttempt(command, context, given, attempt, finish);
      if ("file" in answer) return sendFile(request, actor, answer.file);
      if ("pieces" in answer)
        return new Response(streamOf(answer.pieces), {
          headers: { "Content-Type": "application/json" },
        });
      return responseOf(
        isRepeated
          ? { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } }
          : answer,
      );
    } catch (error) {
      if (isNamed<BulkRefusal>(error, "BulkRefusal"))
        return responseOf(finish(error.outcome) as Stored);
      throw error;
    }
  };
}

/** Read from the path itself, whose parts may have escaped slashes. */
function targetIn(pathname: string, path: string): Record<string, string> {
  const parts = pathname.split("/");
  const names = path.split("/").flatMap((part, place) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, decodePercent(parts[place] ?? "") ?? ""]] : [];
  });
  return Object.fromEntries(names);
}

function keyOf({ headers }: Request): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw refusedField("Idempotency-Key", "idempotencyKeyForm");
}

function storedAnswer(
  { api }: AnyCommand,
  output: unknown,
  asked: { url: string; header: (name: string) => string | null },
): Stored | Required<Pick<Answer, "file">> | Required<Pick<Answer, "pieces">> {
  const usual = Number(Object.keys(api?.success ?? {})[0] ?? 200);
  const answer: Answer = api?.answer?.(output, asked) ?? { body: output };
  if (answer.file) return { file: answer.file };
  if (answer.pieces) return { pieces: answer.pieces };
  const { status = usual, headers = {}, body, text = JSON.stringify(body) } = answer;
  const type = answer.text === undefined ? "application/json" : "text/plain; charset=utf-8";
  return text === undefined
    ? { status, headers, body: null }
    : { status, headers: { "Content-Type": type, ...headers }, body: text };
}

function responseOf({ status, headers, body }: Stored): Response {
  return new Response(body as BodyInit | null, { status, headers });
}
