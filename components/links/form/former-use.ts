import { formatDay } from "@/lib/core/format";
import { ask } from "../link-queries";

/**
 * A sentence for the toast if another link had this slug before, because it may be printed
 * somewhere. Call it before the slug is taken.
 */
export async function formerUse(slug: string, timeZone: string): Promise<string> {
  const check = await ask("slug", { slug });
  if (!check?.deletedAt) return "";
  return `. It was in use until ${formatDay(new Date(check.deletedAt), { year: new Date(), timeZone })}: old copies of it lead here now`;
}
