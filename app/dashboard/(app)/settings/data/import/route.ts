import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import * as commands from "@/lib/commands/transfer";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { streamOf } from "@/lib/http/responses";
import { isUnknownColumns } from "@/lib/transfer/read-link-rows";
import { fileLine, reportLines } from "@/lib/transfer/report-lines";
import { answerCommand } from "../../../../command-route";

/**
 * Imports the links in the request body, with the query of the API. Streams the report so far as
 * one JSON object per line.
 */
async function answer(request: Request): Promise<Response> {
  const [t, said] = [await getTexts("settings.data"), await getSaid()];
  const send = (...[file, reports]: [Parameters<typeof fileLine>[0], Reports?]) => {
    const ofField = (field: string, problem: string) =>
      t("fieldProblem", { field: field || t("row"), problem });
    const lines = reportLines(fileLine(file), reports ?? none(), { said, ofField });
    return new Response(streamOf(lines), {
      headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" },
    });
  };
  const importFile = () =>
    answerCommand(commands.importLinks, request, {}, ({ undone, facts, reports }) =>
      facts ? send(facts, reports) : Response.json(undone),
    ).catch((error: unknown) => {
      if (!isUnknownColumns(error) || error.names.length === 0) throw error;
      return send({ source: null, names: error.names, problem: said(error.what) });
    });
  return openRoute(importFile, said);
}

type Reports = Parameters<typeof reportLines>[1];

async function* none() {}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ POST: answer });
