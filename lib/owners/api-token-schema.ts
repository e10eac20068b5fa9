import { z } from "zod";

/** What an owner says about a new API token; `expiresInDays` null means never. */
export const newApiTokenSchema = z.object({
  name: z.string().trim().min(1, "Name the token, such as Release script.").max(80, "A name has at most 80 characters."),
  scope: z.enum(["read", "write"], { error: "Choose what the token may do." }),
  expiresInDays: z.int().min(1).max(3_650).nullable(),
});

export type NewApiToken = z.output<typeof newApiTokenSchema>;
