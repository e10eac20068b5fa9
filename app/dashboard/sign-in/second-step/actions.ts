"use server";

import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { refusedField } from "@/lib/core/errors";
import { returnPath } from "@/lib/owners/return-path";
import { passSecondStep } from "@/lib/owners/second-factor/steps";
import { says } from "@/lib/texts/sentence";
import { formAction, openPage } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = z.object({
  code: z.string().trim().min(1, says("codeMissing")).max(100, says("codeTooLong")),
  remember: z.literal("on").optional(),
  next: z.string().optional(),
});

export async function submitSecondStep(
  _before: FormState<string>,
  form: FormData,
): Promise<ActionResult<string>> {
  const result = await formAction(form, { schema }, async ({ code, remember, next }) => {
    const source = await writeSource();
    if (!(await passSecondStep({ code, isRemembered: remember === "on" }, source, new Date()))) {
      throw refusedField("code", "codeWrong");
    }
    return returnPath(next);
  });
  if (result.ok) openPage(result.value);
  return result;
}
