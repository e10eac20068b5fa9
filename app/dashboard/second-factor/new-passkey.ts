import { headers } from "next/headers";
import { z } from "zod";
import { damagedMessage, isDamaged } from "@/lib/core/clean-text";
import { browserName } from "@/lib/core/client-software";

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(80, "A name has at most 80 characters.")
  .refine((name) => !isDamaged(name), `A name ${damagedMessage}.`);

/** After the browser that made it, such as Firefox on Windows. */
export async function defaultPasskeyName(): Promise<string> {
  return browserName((await headers()).get("user-agent")) ?? "Passkey";
}

export const invalidPasskey =
  "This passkey is not known here, or took too long. Try again, or sign in another way.";
