import { randomBytes } from "node:crypto";
import { sign } from "./secret-hash";
import { sessionSecret } from "./session-secret";

/** With this header a request asks for the proof in place of a link. */
export const proofHeader = "x-slugline-check";

/** A slug that nobody chooses. */
export function newNonce(): string {
  return randomBytes(30).toString("base64url");
}

export function isProofRequest({
  slug,
  header,
}: {
  slug: string;
  header: (name: string) => string | null;
}): boolean {
  return header(proofHeader) !== null && /^[\w-]{40}$/.test(slug);
}

/**
 * What only an instance of this service can answer to `nonce` at a further host; at BASE_URL
 * `domain` is empty.
 */
export async function domainProof(domain: string, nonce: string): Promise<string> {
  return sign(await sessionSecret(), ["further host", domain, nonce]);
}
