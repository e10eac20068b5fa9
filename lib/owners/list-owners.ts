import { database } from "../database/client";

export interface OwnerSummary {
  id: string;
  name: string;
  email: string;
  createdAt: string;
}

/** All owners, the first one first. */
export async function listOwners(): Promise<OwnerSummary[]> {
  const rows = await database().owner.findMany({ select: { id: true, name: true, email: true, createdAt: true }, orderBy: { createdAt: "asc" } });
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
