import NextLink from "next/link";
import { X } from "@/components/ui/icons";
import type { CampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { tagName } from "@/lib/stats/query/tag-name";
import { chipStyle } from "../../ui/chip";
import { campaignsHref } from "./campaigns-address";

/** The active filters of the matrix, each with a remove link. */
export function CampaignChips({ query }: { query: CampaignsQuery }) {
  const { campaign, tag, slug, by } = query;
  const chosen = [
    { name: "Campaign", value: campaign && tagName(campaign), without: { campaign: null } },
    {
      name: by === "source" ? "Source" : "Medium",
      value: tag && tagName(tag),
      without: { tag: null },
    },
    { name: "Link", value: slug && `/${slug}`, without: { slug: null } },
  ].filter(({ value }) => value !== null);
  if (chosen.length === 0) return null;
  return (
    <nav aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2">
      {chosen.map(({ name, value, without }) => (
        <NextLink
          key={name}
          href={campaignsHref(query, without)}
          prefetch={false}
          scroll={false}
          className={chipStyle({ on: true, className: "max-w-[80vw]" })}
        >
          <span className="sr-only">Remove the filter: </span>
          {name} <span className="mono truncate">{value}</span>
          <X aria-hidden />
        </NextLink>
      ))}
    </nav>
  );
}
