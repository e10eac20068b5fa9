"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { strangerWith } from "@/lib/audit/actor";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { unsubscribe } from "@/lib/messages/unsubscribe";
import { formAction } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = z.object({ token: z.string().max(200) });

export async function submitUnsubscribe(_before: FormState, form: FormData): Promise<ActionResult> {
  return formAction(form, { schema }, async ({ token }) => {
    const { headers } = await writeSource();
    await unsubscribe(token, strangerWith(headers), new Date());
    revalidatePath("/dashboard/unsubscribe/[token]", "page");
  });
}
