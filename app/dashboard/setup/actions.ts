"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { setUp } from "@/lib/owners/owners";
import { firstPage } from "@/lib/owners/return-path";
import { startSession } from "@/lib/owners/start-session";
import { formAction } from "../server-action";
import { writeSource } from "../write-source";

const schema = newOwnerSchema.extend({
  token: z.string().trim().min(1, "Enter the API token of this server.").max(1_000),
});

export async function submitSetUp(_before: FormState, form: FormData): Promise<ActionResult> {
  const result = await formAction(
    form,
    { schema, kept: ["email", "name", "token"] },
    async ({ token, ...owner }) => {
      const source = await writeSource();
      await setUp(token, owner, source, new Date());
      await startSession(owner, source, hashForKnown);
    },
  );
  if (result.ok) redirect(firstPage as Route);
  return result;
}
