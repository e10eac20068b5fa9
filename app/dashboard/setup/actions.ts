"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { setUp } from "@/lib/owners/owners";
import { hashForKnown } from "@/lib/owners/password-lanes";
import { firstPage } from "@/lib/owners/return-path";
import { startSession } from "@/lib/owners/start-session";
import { type FormResult, orRefusal, readForm } from "../form-result";
import { writeSource } from "../write-source";

const schema = newOwnerSchema.extend({ token: z.string().trim().min(1, "Enter the API token of this server.").max(1_000) });

export async function submitSetUp(_before: FormResult, form: FormData): Promise<FormResult> {
  const { data, refused, ...read } = readForm(form, schema, ["email", "name", "token"]);
  if (refused) return refused;
  const { token, ...owner } = data;
  const result = await orRefusal(async () => {
    const source = await writeSource();
    await setUp(token, owner, source.address, new Date());
    await startSession(owner, source, hashForKnown);
    return { done: true };
  });
  if (!result.done) return { ...result, ...read };
  redirect(firstPage as Route);
}
