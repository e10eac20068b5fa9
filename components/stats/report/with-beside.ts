import { withDeadline } from "@/lib/core/deadline";
import { type PartData, partData } from "@/lib/http/part-data";

/** How long a report waits for what stands beside it, once it is read. */
const patienceMs = 1_000;

/**
 * A report with what stands beside its clicks: null where reading that fails or hangs. All of it
 * has the same time.
 */
export async function withBeside<R, B extends object>(
  report: Promise<PartData<R>>,
  reading: { [Name in keyof B]: Promise<PartData<B[Name]>> },
): Promise<PartData<{ report: R; beside: { [Name in keyof B]: B[Name] | null } }>> {
  const data = await report;
  if (!data.ok) return data;
  const named = Object.entries<Promise<PartData<unknown>>>(reading).map(
    async ([name, each]) => [name, await orNull(each)] as const,
  );
  const beside = Object.fromEntries(await Promise.all(named)) as {
    [Name in keyof B]: B[Name] | null;
  };
  return { ok: true, value: { report: data.value, beside } };
}

/** Null if it fails or hangs. */
async function orNull<T>(reading: Promise<PartData<T>>): Promise<T | null> {
  const data = await partData(withDeadline(reading, patienceMs));
  return data.ok && data.value.ok ? data.value.value : null;
}
