"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { acceptInvite } from "@/lib/auth/accept-invite";
import { newOwnerSchema } from "@/lib/auth/owner-schema";
import { firstPage } from "@/lib/auth/return-path";
import { signIn } from "@/lib/auth/sign-in";
import { type FormResult, orRefusal, readForm } from "../../form-result";
import { writeSource } from "../../write-source";

export async function submitInvite(secret: string, _before: FormResult, form: FormData): Promise<FormResult> {
  const { data, refused, ...read } = readForm(form, newOwnerSchema, ["email", "name"]);
  if (refused) return refused;
  const result = await orRefusal(async () => {
    const source = await writeSource();
    await acceptInvite(secret, data, new Date());
    await signIn(data, source, new Date());
    return { done: true };
  });
  if (!result.done) return { ...result, ...read };
  redirect(firstPage as Route);
}
