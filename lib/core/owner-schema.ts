import { z } from "zod";
import { says, sentence } from "../texts/sentence";
import { isDamaged } from "./clean-text";
import { emailSchema } from "./email";
import { passwordLength } from "./password-length";

const tooLong = says("passwordTooLongFor", { most: passwordLength.most });
const tooShort = says("choosePasswordOf", { least: passwordLength.least });

export const newPasswordSchema = z
  .string({ error: tooShort })
  .min(passwordLength.least, tooShort)
  .max(passwordLength.most, tooLong)
  .refine(
    (password) => !isDamaged(password),
    says("passwordIsDamaged", { problem: sentence("mustNotBeDamaged") }),
  );

export const currentPasswordSchema = z
  .string()
  .min(1, says("passwordMissing"))
  .max(passwordLength.most, tooLong);

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
