"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { acceptInvite } from "@/lib/owners/invites";
import { hashForKnown } from "@/lib/owners/password-lanes";
import { firstPage } from "@/lib/owners/return-path";
import { startSession } from "@/lib/owners/start-session";
import { type FormResult, orRefusal, readForm } from "../../form-result";
import { writeSource } from "../../write-source";

const schema = newOwnerSchema.extend({ secret: z.string().max(200) });

export async function submitInvite(_before: FormResult, form: FormData): Promise<FormResult> {
  const { data, refused, ...read } = readForm(form, schema, ["email", "name"]);
  if (refused) return refused;
  const { secret, ...owner } = data;
  const result = await orRefusal(async () => {
    const source = await writeSource();
    await acceptInvite(secret, owner, source.address, new Date());
    await startSession(owner, source, hashForKnown);
    return { done: true };
  });
  if (!result.done) return { ...result, ...read };
  redirect(firstPage as Route);
}
