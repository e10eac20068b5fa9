import { z } from "zod";
import type { Click } from "./describe-click";
import type { UncountedVisit } from "./record-uncounted";

/** What one batch writes; recording it again adds nothing. */
export type JournalEntry = { kind: "clicks"; clicks: Click[] } | { kind: "uncounted"; batchId: string; visits: UncountedVisit[] };

/** The JSON of an entry: one record of a journal file. */
export function writeEntry(entry: JournalEntry): Buffer {
  return Buffer.from(JSON.stringify(entry));
}

/** The entry of a record; null when it is none. What its values are worth is for the database to say, visit by visit. */
export function readEntry(payload: Buffer): JournalEntry | null {
  try {
    return entrySchema.safeParse(JSON.parse(payload.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()));
const label = z.string().nullable();

const clickSchema = z.object({
  id: z.string(),
  linkId: z.number(),
  createdAt: instant,
  isFirstDay: z.boolean(),
  visitor: z.string(),
  referrer: label,
  country: label,
  region: label,
  city: label,
  device: z.custom<Click["device"]>((value) => typeof value === "string"),
  browser: z.string(),
  os: z.string(),
  locale: label,
  utmSource: label,
  utmMedium: label,
  utmCampaign: label,
}) satisfies z.ZodType<Click, unknown>;

const visitSchema = z.object({
  linkId: z.number(),
  at: instant,
  kind: z.enum(["unfurler", "crawler", "prefetch", "head"]),
  name: z.string(),
}) satisfies z.ZodType<UncountedVisit, unknown>;

const entrySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("clicks"), clicks: z.array(clickSchema) }),
  z.object({ kind: z.literal("uncounted"), batchId: z.string(), visits: z.array(visitSchema) }),
]) satisfies z.ZodType<JournalEntry, unknown>;
