import { z } from "zod";
import { refusedField } from "../../core/errors";
import type { Link } from "../../links/link";

type LinkOrder = LinkPosition["by"];

/**
 * The last link of a page, by what the list is sorted by. The next page starts behind it, whatever
 * was created or deleted since.
 */
type LinkPosition = z.output<typeof positionSchema>;

const id = z.int().min(1).max(2_147_483_647);
// Postgres has no year 0, and the minutes of later years are no integers there.
const timestamp = z.iso.datetime({ precision: 3 }).refine((text) => text > "0001" && text < "6000");
const positionSchema = z.union([
  z.object({ by: z.literal("createdAt"), value: timestamp, id }),
  z.object({ by: z.literal("clickCount"), value: z.int().min(0), id }),
  z.object({ by: z.literal("lastClickedAt"), value: timestamp.nullable(), id }),
  z.object({
    by: z.literal("slug"),
    value: z
      .string()
      .max(64)
      .regex(/^[\w-]+$/),
    id,
  }),
]);

export function cursorAt(link: Link, by: LinkOrder): string {
  return Buffer.from(JSON.stringify({ by, value: link[by], id: link.id })).toString("base64url");
}

/**
 * Null for the empty cursor, which starts at the first page. Throws `validation_failed` for one
 * that this service did not make.
 */
export function readCursor(cursor: string): LinkPosition | null {
  if (cursor === "") return null;
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw refusedField("cursor", "cursorOfList");
  }
}
