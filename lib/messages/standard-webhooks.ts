import { createHmac, randomBytes } from "node:crypto";

/** The format of https://www.standardwebhooks.com, version 1. */
const prefix = "whsec_";

export function generateSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

export function signedHeaders(
  { id, timestamp, body }: Signed,
  secret: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
