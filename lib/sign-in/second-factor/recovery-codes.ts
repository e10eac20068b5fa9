import { randomBytes } from "node:crypto";
import { foldText } from "../../core/fold-text";
import { asciiDigits } from "../../core/read-number";
import type { Writer } from "../../database/in-transaction";
import { hashSecret } from "../../owners/secret-hash";

const recoveryCodeCount = 10;

/**
 * Crockford's Base32, without look-alikes. 16 of its 32 characters are 80 bits, enough for a plain
 * hash.
 */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;

function newCode(): string {
  const characters = [...randomBytes(codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join("");
  return characters.replaceAll(/(.{4})(?!$)/g, "$1-");
}

/** As it was typed from paper: any case and separators, and letters that look like digits. */
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  const typed = asciiDigits(foldText(code)).replaceAll(/[^a-z0-9]/g, "");
  return hashSecret(typed.replaceAll("o", "0").replaceAll(/[il]/g, "1"));
}

/** Replaces an owner's codes by new ones, which are shown this once. */
export async function makeRecoveryCodes(
  transaction: Writer,
  ownerId: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await transaction.recoveryCode.deleteMany({ where: { ownerId } });
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ ownerId, hash: hashOf(code), createdAt: now })),
  });
  return codes;
}

/** Uses a code up. Of parallel requests with the same one, only one can delete the row. */
export async function takeRecoveryCode(
  writer: Writer,
  ownerId: string,
  code: string,
): Promise<boolean> {
  const { count } = await writer.recoveryCode.deleteMany({
    where: { ownerId, hash: hashOf(code) },
  });
  return count === 1;
}
