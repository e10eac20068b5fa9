import { withDeadline } from "@/lib/core/deadline";
import { type PartData, partData } from "@/lib/http/part-data";
import { findFirstDayRank, type LinkHistory } from "@/lib/stats/report/link-history";
import type { LinkReport } from "@/lib/stats/report/link-report";

/** How long the statistics wait for the rest of the story once they are read. */
const patienceMs = 1_000;

/** The report with what happened to the link beside its clicks. */
export async function withHistory(
  report: Promise<PartData<LinkReport>>,
  history: Promise<PartData<LinkHistory>>,
) {
  const data = await report;
  return data.ok
    ? { ok: true as const, value: { report: data.value, history: await orNull(history) } }
    : data;
}

/** Adds the rank of its first day, which only the story shows. */
export async function withRank(
  data: ReturnType<typeof withHistory>,
  report: Promise<PartData<LinkReport>>,
  now: Date,
) {
  const found = report.then((read) =>
    read.ok ? orNull(partData(findFirstDayRank(read.value, now))) : null,
  );
  const [read, rank] = await Promise.all([data, found]);
  return read.ok ? { ok: true as const, value: { ...read.value, rank } } : read;
}

/** Null if it fails or hangs: the statistics do without it. */
async function orNull<T>(reading: Promise<PartData<T>>): Promise<T | null> {
  const data = await partData(withDeadline(reading, patienceMs));
  return data.ok && data.value.ok ? data.value.value : null;
}
