import { createHmac } from "node:crypto";
import { sessionSecret } from "./session-secret";

/** With this header a request to a further host asks for the proof in place of an unknown slug. */
export const proofHeader = "x-slugline-check";

/** What only an instance of this service can answer to `nonce` at a further host. */
export async function domainProof(domain: string, nonce: string): Promise<string> {
  const key = createHmac("sha256", await sessionSecret())
    .update("further host")
    .digest();
  return createHmac("sha256", key)
    .update(JSON.stringify([domain, nonce]))
    .digest("base64url");
}
