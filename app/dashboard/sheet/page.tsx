import type { Metadata } from "next";
import { z } from "zod";
import { channelText } from "@/components/links/channel-text";
import { CodeSheet } from "@/components/links/qr/code-sheet";
import { mostSheetLinks, sheetHref } from "@/components/links/sheet-href";
import { getTexts } from "@/components/texts/get-texts";
import { buttonStyle } from "@/components/ui/button";
import { originOf } from "@/lib/config/env";
import { fromRanges } from "@/lib/core/id-ranges";
import { shortUrlOf } from "@/lib/core/slug";
import {
  type Channel,
  channelUrl,
  isPrinted,
  noChannel,
  uniqueChannels,
} from "@/lib/links/channel";
import { channelsSchema } from "@/lib/links/channel-schema";
import type { Link } from "@/lib/links/link";
import { mostChannels, readWithChannels } from "@/lib/links/link-channels";
import { requireOwner } from "@/lib/owners/require-owner";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("links.sheet"))("title"), robots: { index: false } };
}

/** A browser lays out and prints so many without a pause. */
const mostCodes = 300;

const list = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());
const querySchema = z.object({
  links: list.catch([]).transform((given) => fromRanges(given.join(), mostSheetLinks)),
  channel: list.catch([]).transform((given) => readChannels(given)),
  from: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});

/** The QR codes of several links and their channels, to print: see `sheetHref`. */
export default async function SheetPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  await requireOwner("/dashboard/sheet");
  const t = await getTexts("links.sheet");
  const channelTexts = await getTexts("links.channels");
  const { links: ids, channel: asked, from } = querySchema.parse(await searchParams);
  const codes = (await readWithChannels(ids)).flatMap(({ link, channels }) =>
    codesOf(link, [...channels, ...asked], (name, channel) =>
      t.list([name, channelText(channel, channelTexts)]),
    ),
  );
  const shown = codes.slice(from, from + mostCodes);
  const next = from + shown.length;
  const part = (start: number, name: string) => (
    <a href={sheetHref(ids, asked, start)} className={buttonStyle()}>
      {name}
    </a>
  );
  return (
    <CodeSheet codes={shown} back={{ href: "/dashboard/links", name: t("links") }}>
      {shown.length === 0 && <p className="text-secondary">{t("gone")}</p>}
      {codes.length > mostCodes && shown.length > 0 && (
        <nav
          aria-label={t("parts")}
          className="mt-5 flex flex-wrap items-center gap-3 print:hidden"
        >
          <p className="me-auto text-secondary">
            {t("part", { first: `${from + 1}`, last: `${next}`, all: `${codes.length}` })}
          </p>
          {from > 0 && part(Math.max(0, from - mostCodes), t("previous"))}
          {next < codes.length && part(next, t("next"))}
        </nav>
      )}
    </CodeSheet>
  );
}

function codesOf(
  link: Link,
  channels: readonly Channel[],
  named: (name: string, channel: Channel) => string,
) {
  const address = shortUrlOf(link.slug, originOf(link.domain));
  const name = link.title ?? `/${link.slug}`;
  return [noChannel, ...uniqueChannels(channels)].map((channel) => ({
    name: channel === noChannel ? name : named(name, channel),
    url: channelUrl(address, channel),
    campaign: channel.campaign,
    isPrinted: isPrinted(channel),
  }));
}

/** As they stand in an address: `utm_source=newsletter&utm_medium=email`. */
function readChannels(given: readonly string[]): Channel[] {
  const read = given.slice(0, mostChannels).map((text) => {
    const tags = new URLSearchParams(text);
    const tag = (name: string) => tags.get(`utm_${name}`) ?? "";
    return { source: tag("source"), medium: tag("medium"), campaign: tag("campaign") };
  });
  return channelsSchema.safeParse(read).data ?? [];
}
