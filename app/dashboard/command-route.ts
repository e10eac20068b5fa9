import type { Actor } from "@/lib/audit/record-event";
import type { AnyCommand, Output } from "@/lib/commands/define";
import type { AnswerFile } from "@/lib/commands/operation";
import { asUpload, perform } from "@/lib/commands/perform";
import { prepareCommand } from "@/lib/commands/prepare-command";
import { allMethods, isRead } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { sendFile } from "@/lib/http/send-file";
import { searchParamsOf } from "@/lib/stats/query/page-query";
import { readUpload } from "@/lib/transfer/uploads";
import { inSession } from "./server-action";
import { writeSource } from "./write-source";

interface RouteParams {
  params: Promise<Record<string, string>>;
}

type Answer<O> = (output: O, request: Request, by: Actor) => Response | Promise<Response>;

/** The route handlers of the dashboard for a command that reads. */
export function route<C extends AnyCommand>(command: C, answer: Answer<Output<C>>) {
  const handle = (request: Request, { params }: RouteParams) =>
    openRoute(async () => answerCommand(command, request, await params, answer));
  return allMethods({ GET: handle });
}

/** The same for one that makes a file. */
export function download(command: AnyCommand & { run(...given: never): Promise<AnswerFile> }) {
  return route(command, (file, request, by) => sendFile(request, by, file));
}

export async function answerCommand<C extends AnyCommand>(
  command: C,
  request: Request,
  params: Record<string, string>,
  answer: Answer<Output<C>>,
): Promise<Response> {
  const { context, caller } = await inSession();
  const reads = isRead(request.method);
  if (!reads) await writeSource();
  const isFile = command.file?.(new URL(request.url).searchParams) ?? false;
  const prepare = async () => {
    const named = { ...searchParamsOf(request.url), ...params };
    const file = isFile ? await readUpload(request) : undefined;
    const doing = { ...context, signal: request.signal };
    const sent = { named, file, whole: "query" };
    const show = (output: unknown) => output as Output<C>;
    const run = await prepareCommand(command, doing, sent, show);
    return async () => answer(await run(), request, context.actor);
  };
  const around = isFile ? asUpload(request) : undefined;
  return perform({ ...command, isRead: reads }, caller, prepare, around);
}
