"use server";

import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newPasswordSchema } from "@/lib/core/owner-schema";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { resetPassword } from "@/lib/owners/password-resets";
import { firstPage, stepPath } from "@/lib/owners/return-path";
import type { NextStep } from "@/lib/owners/second-factor/steps";
import { startSession } from "@/lib/owners/sign-in";
import { formAction, openPage } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = z.object({ secret: z.string().max(200), password: newPasswordSchema });

export async function submitReset(
  _before: FormState<NextStep | null>,
  form: FormData,
): Promise<ActionResult<NextStep | null>> {
  const result = await formAction(form, { schema }, async ({ secret, password }) => {
    const source = await writeSource();
    const email = await resetPassword(secret, password, source, new Date());
    return startSession({ email, password }, source, hashForKnown, new Date());
  });
  if (result.ok) openPage(stepPath(result.value ?? "done", firstPage));
  return result;
}
