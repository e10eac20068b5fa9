import { z } from "zod";
import { damagedMessage, isDamaged } from "./clean-text";
import { emailSchema } from "./email";
import { passwordLength } from "./password-length";

export const newPasswordSchema = z
  .string({ error: "Choose a password." })
  .min(passwordLength.least, `Choose a password of at least ${passwordLength.least} characters.`)
  .max(passwordLength.most, `A password has at most ${passwordLength.most} characters.`)
  .refine((password) => !isDamaged(password), `A password ${damagedMessage}.`);

export const currentPasswordSchema = z
  .string()
  .min(1, "Enter your current password.")
  .max(passwordLength.most, "Password is too long.");

const ownerNameSchema = z
  .string()
  .trim()
  .max(100, "A name has at most 100 characters.")
  .refine((name) => !isDamaged(name), `A name ${damagedMessage}.`)
  .default("");

/** Without a name, the first part of the email is used. */
export const newOwnerSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  name: ownerNameSchema,
});

export type NewOwner = z.output<typeof newOwnerSchema>;
