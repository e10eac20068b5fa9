import { Megaphone } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { CommandButton } from "../../layout/command-button";
import { EmptyPage } from "../../layout/empty-page";
import { ShortLink } from "../../links/short-link";

/** Empty state that shows how to tag a short link, with the owner's newest link. */
export function NoCampaigns({
  link,
  host,
  everTagged,
}: {
  link: Link;
  host: string;
  everTagged: boolean;
}) {
  return (
    <EmptyPage
      title={everTagged ? "No tagged clicks in this range" : "No campaigns yet"}
      actions={
        <CommandButton command={{ kind: "share", link }} variant="primary">
          <Megaphone aria-hidden className="size-4" />
          Share /{link.slug} by channel
        </CommandButton>
      }
      below={
        <p className="mt-5 max-w-full rounded-control bg-sunken px-4 py-3 text-left font-mono text-[13px] text-tertiary leading-6 tracking-mono inset-ring inset-ring-hairline [overflow-wrap:anywhere]">
          <ShortLink host={host} slug={link.slug} className="whitespace-normal text-[1em]" />
          ?utm_source=<span className="font-medium text-accent-ink">newsletter</span>
          &amp;utm_campaign=<span className="font-medium text-accent-ink">spring</span>
        </p>
      }
    >
      {everTagged
        ? "Clicks have tags, but none in this range: choose a longer one. Or share a link through another channel."
        : "Add a tag to the short link for each channel where you share it. Clicks through it appear here, so you see which channel brought them."}
    </EmptyPage>
  );
}
