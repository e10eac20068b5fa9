"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { acceptInvite } from "@/lib/owners/invites";
import { isPasswordSignIn, passwordsAreOff } from "@/lib/owners/oidc/settings";
import { firstPage } from "@/lib/owners/return-path";
import { startSession } from "@/lib/owners/start-session";
import { formAction } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = newOwnerSchema.extend({ secret: z.string().max(200) });

export async function submitInvite(_before: FormState, form: FormData): Promise<ActionResult> {
  const result = await formAction(
    form,
    { schema, kept: ["email", "name"] },
    async ({ secret, ...owner }) => {
      if (!isPasswordSignIn()) throw passwordsAreOff();
      const source = await writeSource();
      await acceptInvite(secret, owner, source, new Date());
      await startSession(owner, source, hashForKnown);
    },
  );
  if (result.ok) redirect(firstPage as Route);
  return result;
}
