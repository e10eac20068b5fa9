import { database } from "../database/client";

/** The number of active links whose destination fails. */
export async function countFailingDestinations(now: Date): Promise<number> {
  return database().linkPreview.count({
    where: { failingSince: { not: null }, link: { enabled: true, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } },
  });
}
