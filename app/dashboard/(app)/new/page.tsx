import type { Metadata } from "next";
import { z } from "zod";
import { PageHead } from "@/components/layout/page-header";
import { LinkListSkeleton } from "@/components/links/list/link-list";
import { getTexts } from "@/components/texts/get-texts";
import { sharedUrl } from "@/lib/links/shared-url";
import { requireOwner } from "@/lib/owners/require-owner";
import { OpenNewLink } from "./open-new-link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("common.nav"))("newLink") };
}

const given = z.string().catch("");
const querySchema = z.object({ url: given, text: given, title: given, slug: given });

/**
 * Opens the dialog for a new link on the links page: for bookmarklets, and for what a phone shares.
 */
export default async function NewLinkPage({ searchParams }: PageProps<"/dashboard/new">) {
  await requireOwner("/dashboard/new");
  const t = await getTexts("common.nav");
  const { title, slug, ...places } = querySchema.parse(await searchParams);
  const { url, rest } = sharedUrl(places.url, places.text, title);
  return (
    <>
      <PageHead title={t("links")} />
      <LinkListSkeleton />
      <OpenNewLink url={url} title={rest} slug={slug} />
    </>
  );
}
