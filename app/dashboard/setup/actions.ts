"use server";

import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { setUp } from "@/lib/owners/first-owner";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { firstPage, stepPath } from "@/lib/owners/return-path";
import type { NextStep } from "@/lib/owners/second-factor/steps";
import { startSession } from "@/lib/owners/sign-in";
import { says } from "@/lib/texts/sentence";
import { formAction, openPage } from "../server-action";
import { writeSource } from "../write-source";

const schema = newOwnerSchema.extend({
  token: z.string().trim().min(1, says("apiTokenMissing")).max(1_000),
});

export async function submitSetUp(
  _before: FormState<NextStep | null>,
  form: FormData,
): Promise<ActionResult<NextStep | null>> {
  const result = await formAction(
    form,
    { schema, kept: ["email", "name", "token"] },
    async ({ token, ...owner }) => {
      const source = await writeSource();
      await setUp(token, owner, source, new Date());
      return startSession(owner, source, hashForKnown, new Date());
    },
  );
  if (result.ok) openPage(stepPath(result.value ?? "done", firstPage));
  return result;
}
