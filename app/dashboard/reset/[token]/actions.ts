"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newPasswordSchema } from "@/lib/core/owner-schema";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { resetPassword } from "@/lib/owners/password-resets";
import { firstPage } from "@/lib/owners/return-path";
import { startSession } from "@/lib/owners/start-session";
import { formAction } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = z.object({ secret: z.string().max(200), password: newPasswordSchema });

export async function submitReset(_before: FormState, form: FormData): Promise<ActionResult> {
  const result = await formAction(form, { schema }, async ({ secret, password }) => {
    const source = await writeSource();
    const email = await resetPassword(secret, password, source, new Date());
    await startSession({ email, password }, source, hashForKnown);
  });
  if (result.ok) redirect(firstPage as Route);
  return result;
}
