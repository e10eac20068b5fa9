"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { emailSchema } from "@/lib/core/email";
import { SluglineError } from "@/lib/core/errors";
import { passwordLength } from "@/lib/core/password-length";
import { keepPickedLanguage } from "@/lib/owners/language";
import { isPasswordSignIn, passwordsAreOff } from "@/lib/owners/oidc/settings";
import { returnPath, stepPath } from "@/lib/owners/return-path";
import { signIn } from "@/lib/owners/sign-in";
import { allLanguages } from "@/lib/texts/languages";
import { says } from "@/lib/texts/sentence";
import { argument, formAction, openAction, openPage } from "../server-action";
import { writeSource } from "../write-source";

const schema = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, says("passwordMissing"))
    .max(passwordLength.most, says("passwordTooLong")),
  next: z.string().optional(),
});

/** Before somebody signs in, the browser keeps it. Null: as the browser asks. */
export async function pickLanguage(language: string | null) {
  return openAction(async () => {
    keepPickedLanguage(await cookies(), argument(language, z.enum(allLanguages).nullable()));
    revalidatePath("/dashboard", "layout");
  });
}

export async function submitSignIn(
  _before: FormState<string>,
  form: FormData,
): Promise<ActionResult<string>> {
  const result = await formAction(form, { schema, kept: ["email"] }, async ({ next, ...login }) => {
    if (!isPasswordSignIn()) throw passwordsAreOff();
    const step = await signIn(login, await writeSource(), new Date());
    if (step === null) throw new SluglineError("unauthorized", "incorrectEmailOrPassword");
    return stepPath(step, returnPath(next));
  });
  if (result.ok) openPage(result.value);
  return result;
}
