import { database } from "../database/client";

/** Makes an invitation useless. */
export async function withdrawInvite(id: string): Promise<void> {
  await database().ownerInvite.deleteMany({ where: { hash: Buffer.from(id, "hex") } });
}
