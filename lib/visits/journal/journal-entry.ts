import { z } from "zod";
import { parseJson } from "../../core/decode";
import { type Click, withCanonicalLabels } from "../describe/describe-click";
import type { UncountedVisit } from "../record-uncounted";

/**
 * The content of one batch. Recording it again is idempotent. Uncounted visits are bot hits, those
 * of older versions also others. `pack`: the id under which Postgres may have stored the clicks, too.
 */
export type JournalEntry =
  | { kind: "clicks"; clicks: Click[]; pack?: string | undefined }
  | { kind: "uncounted"; batchId: string; visits: UncountedVisit[] };

/** The number of clicks in an entry. */
export function clicksOf(entry: JournalEntry): number {
  return entry.kind === "clicks" ? entry.clicks.length : 0;
}

export function writeEntry(entry: JournalEntry): Buffer {
  return Buffer.from(JSON.stringify(entry));
}

/**
 * Parses a record; null if it is not an entry. The database validates the values, visit by visit.
 */
export function readEntry(payload: Buffer): JournalEntry | null {
  return entrySchema.safeParse(parseJson(payload.toString("utf8"))).data ?? null;
}

/**
 * Joins the clicks of neighbouring entries, about `size` each: one commit per entry would make a
 * long outage slow to replay. Few entries have a pack, and stay alone with it.
 */
export async function* joinClicks(
  entries: AsyncIterable<JournalEntry>,
  size = 500,
): AsyncGenerator<JournalEntry> {
  let clicks: Click[] = [];
  for await (const entry of entries) {
    if (entry.kind === "clicks" && entry.pack === undefined) clicks.push(...entry.clicks);
    else yield entry;
    if (clicks.length < size) continue;
    yield { kind: "clicks", clicks };
    clicks = [];
  }
  if (clicks.length > 0) yield { kind: "clicks", clicks };
}

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()));
const label = z.string().nullable();

const clickSchema = z
  .object({
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
    alias: z.string().optional(),
    destination: z.string().optional(),
    domain: z.string().optional(),
  } satisfies Record<keyof Click, z.ZodType>)
  .transform(withCanonicalLabels) satisfies z.ZodType<Click, unknown>;

export const uncountedKind = z.enum([
  "unfurler",
  "crawler",
  "prefetch",
  "head",
  "owner",
  "previewPage",
]);

const visitSchema = z.object({
  linkId: z.number(),
  at: instant,
  kind: uncountedKind,
  name: z.string(),
}) satisfies z.ZodType<UncountedVisit, unknown>;

const entrySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("clicks"),
    clicks: z.array(clickSchema),
    // Without it, the clicks are stored one by one, each at most once.
    pack: z
      .string()
      .refine((id) => /^-?\d{1,19}$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id))
      .optional()
      .catch(undefined),
  }),
  z.object({ kind: z.literal("uncounted"), batchId: z.string(), visits: z.array(visitSchema) }),
]) satisfies z.ZodType<JournalEntry, unknown>;
