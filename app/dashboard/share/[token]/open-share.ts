import { cookies } from "next/headers";
import { cache } from "react";
import { openShares } from "@/lib/shares/open-shares";
import { entryCookieName, isAdmitted } from "@/lib/shares/share-entry";
import type { StoredShare } from "@/lib/shares/share-figures";

export interface Opened {
  share: StoredShare;
  /** False while the password is missing. */
  isAdmitted: boolean;
}

/** The page at this address for the current visitor, looked up once; null if there is none. */
export const openShare = cache(async (address: string): Promise<Opened | null> => {
  const now = new Date();
  const share = await openShares().open(address, now);
  if (!share) return null;
  const entry = (await cookies()).get(entryCookieName())?.value;
  return { share, isAdmitted: await isAdmitted(share, entry, now) };
});
