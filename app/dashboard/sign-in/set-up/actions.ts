"use server";

import { newAppSchema } from "@/lib/commands/account";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { refusedField } from "@/lib/core/errors";
import { passWithFirstApp } from "@/lib/owners/second-factor/steps";
import { formAction } from "../../server-action";
import { writeSource } from "../../write-source";

/** Returns the recovery codes. */
export async function submitFirstApp(
  _before: FormState<string[]>,
  form: FormData,
): Promise<ActionResult<string[]>> {
  return formAction(form, { schema: newAppSchema, kept: ["secret"] }, async (app) => {
    const codes = await passWithFirstApp(app, await writeSource(), new Date());
    if (codes === null) throw refusedField("code", "codeWrong");
    return codes;
  });
}
