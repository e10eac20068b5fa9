"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import { emailSchema, passwordLength } from "@/lib/core/owner-schema";
import { returnPath } from "@/lib/owners/return-path";
import { signIn } from "@/lib/owners/sign-in";
import { type FormResult, orRefusal, readForm } from "../form-result";
import { writeSource } from "../write-source";

const schema = z.object({
  email: emailSchema,
  password: z.string().min(1, "Enter your password.").max(passwordLength.most, "Password is too long."),
  next: z.string().optional(),
});

export async function submitSignIn(_before: FormResult, form: FormData): Promise<FormResult> {
  const { data, refused, ...read } = readForm(form, schema, ["email"]);
  if (refused) return refused;
  const result = await orRefusal(async () => {
    const isRight = await signIn(data, await writeSource(), new Date());
    return isRight ? { done: true } : { message: "Incorrect email or password." };
  });
  if (!result.done) return { ...result, ...read };
  redirect(returnPath(data.next) as Route);
}
