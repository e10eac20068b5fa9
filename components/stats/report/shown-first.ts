import type { PartData } from "@/lib/http/part-data";
import type { ChartName } from "@/lib/stats/query/page-query";

/** The instant report, if there is one and it has what the chart shows; else the full one. */
export async function shownFirst<R>(
  report: Promise<PartData<R>>,
  instant: Promise<PartData<R | null>> | null,
  chart: ChartName,
): Promise<PartData<R>> {
  const early = chart === "visitors" ? null : await instant;
  return early?.ok && early.value ? { ok: true, value: early.value } : report;
}
