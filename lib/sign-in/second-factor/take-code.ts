import { asciiDigits } from "../../core/read-number";
import type { Writer } from "../../database/in-transaction";
import { openSecret } from "../../owners/sealed-secret";
import { takeRecoveryCode } from "./recovery-codes";
import { isAppCode, stepOfCode } from "./time-code";

/**
 * Uses a code of the app, or a recovery code, up. Returns which it was, for the activity log; null
 * if it is wrong or was used before.
 */
export async function takeCode(
  writer: Writer,
  ownerId: string,
  code: string,
  now: Date,
): Promise<"withCode" | "withRecoveryCode" | null> {
  const digits = asciiDigits(code).replaceAll(/\s/g, "");
  if (isAppCode(digits))
    return (await takeAppCode(writer, ownerId, digits, now)) ? "withCode" : null;
  return (await takeRecoveryCode(writer, ownerId, code)) ? "withRecoveryCode" : null;
}

async function takeAppCode(
  writer: Writer,
  ownerId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const app = await writer.authenticatorApp.findUnique({
    where: { ownerId },
    select: { secret: true },
  });
  const secret = app && openSecret(app.secret, ownerId);
  const step = secret && stepOfCode(secret, code, now);
  if (step === null) return false;
  // One conditional update, so of two instances with the same code only one finds an earlier step.
  const { count } = await writer.authenticatorApp.updateMany({
    where: { ownerId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}
