import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { channelText } from "@/components/links/channel-text";
import { CodeSheet } from "@/components/links/qr/code-sheet";
import { getTexts } from "@/components/texts/get-texts";
import { originOf } from "@/lib/config/env";
import { lastDays } from "@/lib/core/date-range";
import { isSluglineError } from "@/lib/core/errors";
import { isPrinted } from "@/lib/links/channel";
import { getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { requireOwner } from "@/lib/owners/require-owner";
import { getChannelBoard } from "@/lib/stats/report/channel-board";

type Props = PageProps<"/dashboard/links/[slug]/sheet">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const t = await getTexts("links.sheet");
  return { title: t("titleOf", { slug }), robots: { index: false } };
}

/**
 * The QR codes of all channels of a link, to print.
 */
export default async function SheetPage({ params }: Props) {
  await requireOwner("/dashboard/links/[slug]/sheet");
  const link = await existing((await params).slug);
  const now = new Date();
  const { channels } = await getChannelBoard(link, lastDays(30, now), now, originOf(link.domain));
  const t = await getTexts("links.channels");
  const codes = channels.flatMap(({ addresses }) =>
    addresses.map(({ channel, url }) => ({
      name: channelText(channel, t),
      url,
      campaign: channel.campaign,
      isPrinted: isPrinted(channel),
    })),
  );
  return (
    <CodeSheet
      codes={codes}
      back={{
        href: `/dashboard/links/${link.slug}`,
        name: <span className="mono truncate">/{link.slug}</span>,
      }}
    />
  );
}

async function existing(slug: string): Promise<Link> {
  try {
    return await getLink(slug);
  } catch (error) {
    if (isSluglineError(error) && error.code === "not_found") notFound();
    throw error;
  }
}
