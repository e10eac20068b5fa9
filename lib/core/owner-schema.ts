import { z } from "zod";
import { says, sentence } from "../texts/sentence";
import { isDamaged } from "./clean-text";
import { emailSchema } from "./email";
import { passwordLength } from "./password-length";

export const newPasswordSchema = z
  .string({ error: says("choosePassword") })
  .min(passwordLength.least, says("choosePasswordOf", { least: passwordLength.least }))
  .max(passwordLength.most, says("passwordTooLongFor", { most: passwordLength.most }))
  .refine(
    (password) => !isDamaged(password),
    says("passwordIsDamaged", { problem: sentence("mustNotBeDamaged") }),
  );

export const currentPasswordSchema = z
  .string()
  .min(1, says("currentPasswordMissing"))
  .max(passwordLength.most, says("passwordTooLong"));

const ownerNameSchema = z
  .string()
  .trim()
  .max(100, says("nameTooLong", { most: 100 }))
  .refine(
    (name) => !isDamaged(name),
    says("nameIsDamaged", { problem: sentence("mustNotBeDamaged") }),
  )
  .default("");

/** Without a name, the first part of the email is used. */
export const newOwnerSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  name: ownerNameSchema,
});

export type NewOwner = z.output<typeof newOwnerSchema>;
