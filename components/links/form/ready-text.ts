import { guardText } from "@/lib/core/formula-guard";
import { type Channel, channelUrl, noChannel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { Texts } from "@/lib/texts/translator";

type Lines = readonly { link: Pick<Link, "slug" | "domain" | "url" | "title"> }[];
/** The address at which a link is shared. */
type AddressOf = (link: Pick<Link, "slug" | "domain">) => string;
type NameOf = (channel: Channel) => string;

/** A short link a line, with its channel if all are of one link. */
export function readyLines(
  lines: Lines,
  channels: readonly Channel[],
  addressOf: AddressOf,
  nameOf: NameOf,
): string {
  return lines
    .flatMap(({ link }) =>
      channels.map((channel) => {
        const url = channelUrl(addressOf(link), channel);
        return lines.length === 1 ? `${nameOf(channel)}: ${url}` : url;
      }),
    )
    .join("\n");
}

/** Cells for a spreadsheet, with a head: a row a link, and a column a channel. */
export function readyTable(
  lines: Lines,
  channels: readonly Channel[],
  addressOf: AddressOf,
  t: Texts<"form.ready">,
  nameOf: NameOf,
): string {
  const names = channels.map((channel) =>
    channel === noChannel ? t("shortLink") : nameOf(channel),
  );
  const rows = lines.map(({ link }) => [
    ...channels.map((channel) => channelUrl(addressOf(link), channel)),
    link.url,
    link.title ?? "",
  ]);
  return [[...names, t("destination"), t("title")], ...rows]
    .map((cells) => cells.map(cell).join("\t"))
    .join("\n");
}

/** Text that was typed must not become a formula. */
function cell(text: string): string {
  const plain = guardText(text.replace(/[\t\r\n]+/g, " "), true);
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}
