import { formatDay } from "@/lib/core/format";
import type { Texts } from "@/lib/texts/translator";
import type { Viewer } from "../../layout/viewer";
import { ask } from "../link-queries";

/**
 * A sentence for the toast if another link had this slug before, because it may be printed
 * somewhere. Call it before the slug is taken.
 */
export async function formerUse(
  slug: string,
  { timeZone, locale }: Pick<Viewer, "timeZone" | "locale">,
  t: Texts<"form.quick">,
): Promise<string> {
  const check = await ask("slug", { slug });
  if (!check?.deletedAt) return "";
  const day = { year: new Date(), timeZone, locale };
  return t("formerUse", { date: formatDay(new Date(check.deletedAt), day) });
}
