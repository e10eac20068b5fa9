import { headers } from "next/headers";
import { z } from "zod";
import { isDamaged } from "@/lib/core/clean-text";
import { browserName } from "@/lib/core/client-software";
import { says, sentence } from "@/lib/texts/sentence";

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, says("nameMissing"))
  .max(80, says("nameTooLong", { most: 80 }))
  .refine(
    (name) => !isDamaged(name),
    says("nameIsDamaged", { problem: sentence("mustNotBeDamaged") }),
  );

/** After the browser that made it, such as Firefox on Windows. */
export async function defaultPasskeyName(): Promise<string> {
  return browserName((await headers()).get("user-agent")) ?? "Passkey";
}
