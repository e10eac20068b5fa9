import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { notFound } from "next/navigation";
import { PrintButton } from "@/components/links/qr/print-button";
import { SheetCode } from "@/components/links/qr/sheet-code";
import { ArrowLeft } from "@/components/ui/icons";
import { originOf } from "@/lib/config/env";
import { lastDays } from "@/lib/core/date-range";
import { isSluglineError } from "@/lib/core/errors";
import { getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { requireOwner } from "@/lib/owners/require-owner";
import { getChannelBoard } from "@/lib/stats/report/channel-board";

type Props = PageProps<"/dashboard/links/[slug]/sheet">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `QR codes of /${(await params).slug}`, robots: { index: false } };
}

/**
 * The QR codes of all channels of a link, to print on A4 or Letter. Paper is white in both themes.
 */
export default async function SheetPage({ params }: Props) {
  await requireOwner("/dashboard/links/[slug]/sheet");
  const link = await existing((await params).slug);
  const now = new Date();
  const { channels } = await getChannelBoard(link, lastDays(30, now), now, originOf(link.domain));
  const codes = channels.flatMap(({ name, addresses }) =>
    addresses.map(({ channel, url }) => ({ name, url, campaign: channel.campaign })),
  );
  return (
    <main className="mx-auto max-w-[1024px] px-(--space-gutter) pb-14 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3 py-5 print:hidden">
        <div className="mr-auto min-w-0">
          <NextLink
            href={`/dashboard/links/${link.slug}` as Route}
            className="mb-1 inline-flex min-h-6 items-center gap-1.5 rounded-bar text-secondary text-small hover:text-text max-sm:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-3.5" />
            <span className="mono">/{link.slug}</span>
          </NextLink>
          <h1 className="font-semibold text-title tracking-head">QR codes</h1>
          <p className="text-secondary">Untick what you do not need. Prints on A4 and Letter.</p>
        </div>
        <PrintButton />
      </header>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(216px,1fr))] gap-4 print:grid-cols-3 print:gap-[5mm]">
        {codes.map((code) => (
          <SheetCode key={code.url} {...code} />
        ))}
      </ul>
    </main>
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
