import { database } from "../database/client";

export function countLinks(): Promise<number> {
  return database().link.count();
}
