import { toRanges } from "@/lib/core/id-ranges";
import { type Channel, channelTags } from "@/lib/links/channel";

/** The most links on a sheet. */
export const mostSheetLinks = 1_000;

/**
 * The URL of the sheet with the QR codes of some links: for the channels that they have, and for
 * these.
 */
export function sheetHref(ids: readonly number[], channels: readonly Channel[], from = 0): string {
  const parameters = new URLSearchParams({ links: toRanges(ids) });
  for (const channel of channels)
    parameters.append("channel", String(new URLSearchParams(channelTags(channel))));
  if (from > 0) parameters.set("from", String(from));
  return `/dashboard/sheet?${parameters}`;
}
