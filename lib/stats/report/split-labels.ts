import { type ChannelLabels, exactChannels } from "../query/channel-labels";
import { type DimensionName, dimensions, labelCap, otherLabel } from "../query/dimensions";
import type { LabelCount } from "./read-statistics";
import type { Report } from "./report";

export interface SplitLabel extends LabelCount {
  /** Clicks without a label, or those beyond the cap; else the label is what visitors sent. */
  rest?: "absent" | "other" | undefined;
  /** For `toggledNamed`, where the label alone would mean both. */
  exact?: string;
}

export type Listed = Pick<Report, "breakdowns" | "labelCounts" | "isFiltered" | "unread">;

/**
 * The labels of a dimension as pages and files list them: a text that visitors sent and the clicks
 * without one are two rows, though both are called None. With fewer labels than the cap, Other is a
 * text.
 */
export function splitLabels(
  { breakdowns, labelCounts, isFiltered, unread }: Listed,
  name: DimensionName,
): SplitLabel[] {
  const isCapped = !isFiltered && ((labelCounts[name] ?? 0) >= labelCap || unread > 0);
  const labels = breakdowns[name].flatMap(({ named = 0, ...each }): SplitLabel[] => {
    const { label, count, change: _, ...others } = each;
    if (label === otherLabel) return [isCapped ? { ...each, rest: "other" } : each];
    if (label !== dimensions[name].absent) return [each];
    const sent = { ...others, label, count: named, exact: label };
    if (named === 0) return [{ ...each, rest: "absent" }];
    if (named === count) return [sent];
    return [sent, { ...others, label, count: count - named, exact: "", rest: "absent" }];
  });
  return labels.toSorted((a, b) => b.count - a.count);
}

/**
 * Whether visitors sent, as a tag, what is also the name of clicks without one, or of those beyond
 * the cap.
 */
export function isSentName({ label, rest }: SplitLabel, name: DimensionName): boolean {
  const { absent } = dimensions[name];
  return absent === "None" && rest === undefined && (label === otherLabel || label === absent);
}

type Channel = ChannelLabels & Pick<LabelCount, "count" | "change">;

/** The labels of pairs of source and medium as channels, each told apart from the others. */
export function channelsOf(pairs: readonly LabelCount[]): Channel[] {
  return exactChannels(
    pairs.map(({ label, detail, count, change, sent }) => ({
      ...{ source: label, medium: detail ?? "None", count },
      ...(change ? { change } : {}),
      ...(sent ? { sent: sent.map((tag) => (tag === "label" ? "source" : "medium")) } : {}),
    })),
  );
}
