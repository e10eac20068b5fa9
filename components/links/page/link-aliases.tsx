import { useTexts } from "#texts";
import { originOf } from "@/lib/config/env";
import { formatAgo } from "@/lib/core/format";
import { shortUrlOf } from "@/lib/core/slug";
import type { Alias } from "@/lib/links/aliases";
import { ForEditors } from "../../layout/role";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { ShortLink } from "../short-link";
import { AddAlias, RemoveAlias } from "./edit-aliases";

/** The further short links of a link, each with its clicks, and a field for another one. */
export function LinkAliases({
  slug,
  domain,
  aliases,
  now,
  locale,
}: {
  slug: string;
  domain: string | null | undefined;
  aliases: Alias[];
  now: Date;
  locale: string;
}) {
  const t = useTexts("links.aliases");
  const card = (
    // Without any, one line.
    <Card
      className={cn(
        aliases.length === 0 &&
          "flex flex-wrap items-center justify-between [&>div]:border-t-0 [&>div]:py-1",
      )}
    >
      <CardHead>
        <CardTitle>{t("title")}</CardTitle>
        <CardNote>{t("note")}</CardNote>
      </CardHead>
      {aliases.length > 0 && (
        <ul aria-label={t("title")}>
          {aliases.map((alias) => (
            <li
              key={alias.slug}
              className="flex items-center gap-3 border-hairline border-t px-(--space-pad) py-2"
            >
              <span className="min-w-0 flex-1 truncate">
                <ShortLink slug={alias.slug} />
              </span>
              <span className="text-end text-small tabular-nums">
                {alias.lastClickedAt
                  ? t.rich("clicksLast", {
                      clicks: alias.clickCount,
                      ago: formatAgo(alias.lastClickedAt, now, undefined, locale),
                      last: (text) => <span className="text-tertiary max-sm:hidden">{text}</span>,
                    })
                  : t("clicks", { count: alias.clickCount })}
              </span>
              <CopyButton
                text={shortUrlOf(alias.slug, originOf(domain))}
                variant="bare"
                size="iconSmall"
              />
              <RemoveAlias slug={slug} alias={alias.slug} clickCount={alias.clickCount} />
            </li>
          ))}
        </ul>
      )}
      <AddAlias slug={slug} />
    </Card>
  );
  // Readers see no empty card. The card of editors stays the same one, with its open field.
  return <ForEditors otherwise={aliases.length > 0 && card}>{card}</ForEditors>;
}
