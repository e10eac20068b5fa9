import { z } from "zod";
import { damagedMessage, isDamaged } from "./clean-text";

/** Length makes a password strong (NIST SP 800-63B, 5.1.1). The upper bound keeps hashing cheap. */
export const passwordLength = { least: 12, most: 128 } as const;

/**
 * Letters of any script (RFC 6531), and in the part before the @ what RFC 5322 allows without
 * quotes.
 */
const emailPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

export const emailSchema = z
  .string({ error: "Enter an email address." })
  .trim()
  .normalize("NFC")
  .toLowerCase()
  .max(254, "An email address has at most 254 characters.")
  .pipe(
    z.email({ pattern: emailPattern, error: "Enter an email address, such as mara@example.com." }),
  );

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
