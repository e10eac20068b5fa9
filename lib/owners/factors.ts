import type { Role } from "../core/access";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { ownPart } from "./own-part";
import { openSecret } from "./sealed-secret";

/** What an owner can prove a sign-in with, besides the password. */
export interface Factors {
  /**
   * When the authenticator app was set up. `isVoid`: the API token of the server has changed since,
   * so its codes do not work.
   */
  app: { since: Date; isVoid: boolean } | null;
  passkeys: { id: string; name: string; since: Date; lastUsedAt: Date | null }[];
  recoveryCodes: number;
}

export async function findFactors(ownerId: string): Promise<Factors> {
  const found = await database().owner.findUnique({
    where: { id: ownerId },
    select: {
      app: { select: { createdAt: true, secret: true } },
      passkeys: {
        select: { id: true, name: true, createdAt: true, lastUsedAt: true },
        orderBy: { createdAt: "asc" },
      },
      _count: { select: { recoveryCodes: true } },
    },
  });
  const app = found?.app ?? null;
  return {
    app: app && { since: app.createdAt, isVoid: openSecret(app.secret, ownerId) === null },
    passkeys: (found?.passkeys ?? []).map(({ createdAt: since, ...passkey }) => ({
      ...passkey,
      since,
    })),
    recoveryCodes: found?._count.recoveryCodes ?? 0,
  };
}

export async function hasFactor(reader: Writer, ownerId: string): Promise<boolean> {
  const where = { ownerId };
  return (
    (await reader.authenticatorApp.count({ where })) + (await reader.passkey.count({ where })) > 0
  );
}

/** Whether nobody with this role signs in with a password alone. */
export function isSecondFactorRequired(role: Role): boolean {
  const { REQUIRE_SECOND_FACTOR: required } = ownPart().config;
  return required === "all" || (required === "owners" && role === "owner");
}

/** Removes all of them, with the recovery codes. */
export async function clearFactors(writer: Writer, ownerId: string): Promise<void> {
  await writer.authenticatorApp.deleteMany({ where: { ownerId } });
  await writer.passkey.deleteMany({ where: { ownerId } });
  await writer.recoveryCode.deleteMany({ where: { ownerId } });
}

/** How many apps were sealed with another API token than this server's, and do not work. */
export async function countVoidApps(): Promise<number> {
  const apps = await database().authenticatorApp.findMany({
    select: { ownerId: true, secret: true },
  });
  return apps.filter(({ ownerId, secret }) => openSecret(secret, ownerId) === null).length;
}
