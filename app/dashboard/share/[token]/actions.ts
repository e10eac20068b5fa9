"use server";

import { notFound } from "next/navigation";
import { getPublicLook } from "@/components/layout/public-look";
import * as commands from "@/lib/commands/shares";
import { env } from "@/lib/config/env";
import { isSluglineError, refusedField } from "@/lib/core/errors";
import { answerTooManyRequests, answerUnavailable } from "@/lib/http/response-status";
import { isTooManyRequests } from "@/lib/limits/too-many-requests";
import { formProblemText } from "@/lib/pages/link-pages";
import { form } from "../../server-action";

/** The page is at the host of short links, too. */
export const submitSharePassword = form(commands.enterShare, {
  at: () => [env().BASE_URL],
  refuse: ofPassword,
});

/** As a problem of the password, in the words of public pages. */
async function ofPassword(error: unknown): Promise<unknown> {
  if (!isSluglineError(error)) return error;
  const { texts } = await getPublicLook();
  const as = (text: string) => refusedField("password", "asIs", { text });
  if (error.code === "not_found") notFound();
  if (error.code === "validation_failed") return as(texts.wrongPassword);
  if (error.code === "unavailable") {
    answerUnavailable();
    return as(texts.busy);
  }
  if (!isTooManyRequests(error)) return error;
  const { isBusy, retryAfterS } = error;
  answerTooManyRequests(retryAfterS);
  const text = isBusy ? ("busy" as const) : ("tooManyGuesses" as const);
  return as(formProblemText({ text, retryAfterS }, texts));
}
