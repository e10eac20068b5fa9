"use server";

import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { acceptInvite } from "@/lib/owners/invites";
import { isPasswordSignIn, passwordsAreOff } from "@/lib/owners/oidc/settings";
import { firstPage, stepPath } from "@/lib/owners/return-path";
import type { NextStep } from "@/lib/owners/second-factor/steps";
import { startSession } from "@/lib/owners/sign-in";
import { formAction, openPage } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = newOwnerSchema.extend({ secret: z.string().max(200) });

export async function submitInvite(
  _before: FormState<NextStep | null>,
  form: FormData,
): Promise<ActionResult<NextStep | null>> {
  const result = await formAction(
    form,
    { schema, kept: ["email", "name"] },
    async ({ secret, ...owner }) => {
      if (!isPasswordSignIn()) throw passwordsAreOff();
      const source = await writeSource();
      await acceptInvite(secret, owner, source, new Date());
      return startSession(owner, source, hashForKnown, new Date());
    },
  );
  if (result.ok) openPage(stepPath(result.value ?? "done", firstPage));
  return result;
}
