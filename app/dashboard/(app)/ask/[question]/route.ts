import { type Question, questions } from "@/lib/commands/questions";
import { SluglineError } from "@/lib/core/errors";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { answerCommand } from "../../../command-route";

function answer(
  request: Request,
  { params }: RouteContext<"/dashboard/ask/[question]">,
): Promise<Response> {
  return openRoute(async () => {
    const { question } = await params;
    if (!isQuestion(question)) throw new SluglineError("not_found", "questionUnknown");
    return answerCommand(questions[question], request, {}, (output) =>
      Response.json(output, { headers: { "Cache-Control": "no-store" } }),
    );
  });
}

function isQuestion(text: string): text is Question {
  return Object.hasOwn(questions, text);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
