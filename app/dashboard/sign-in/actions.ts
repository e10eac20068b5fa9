"use server";

import { headers } from "next/headers";
import { ownerAuth } from "@/lib/auth/owner-auth";

export async function signIn(form: FormData): Promise<void> {
  await (await ownerAuth()).api.signInEmail({
    body: { email: String(form.get("email")), password: String(form.get("password")) },
    headers: await headers(),
  });
}
