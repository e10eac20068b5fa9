import { withDeadline } from "@/lib/core/deadline";
import { type PartData, partData } from "@/lib/http/part-data";

/** How long a report waits for what stands beside it, once it is read. */
const patienceMs = 1_000;

/** A report with what stands beside its clicks: null if reading that fails or hangs. */
export async function withBeside<R, B>(
  report: Promise<PartData<R>>,
  beside: Promise<PartData<B>>,
): Promise<PartData<{ report: R; beside: B | null }>> {
  const data = await report;
  return data.ok ? { ok: true, value: { report: data.value, beside: await orNull(beside) } } : data;
}

/** Null if it fails or hangs. */
async function orNull<T>(reading: Promise<PartData<T>>): Promise<T | null> {
  const data = await partData(withDeadline(reading, patienceMs));
  return data.ok && data.value.ok ? data.value.value : null;
}
