import { z } from "zod";

/** Longer than what any authenticator answers. */
const encoded = z
  .string()
  .regex(/^[\w-]*$/)
  .max(10_000);
const credential = {
  id: encoded.min(1).max(2_000),
  rawId: encoded,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** What a browser answers with a new passkey. */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(50)).max(20).default([]),
  }),
});

/** What a browser answers with a passkey that signs in. */
export const passkeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.default(""),
  }),
});
