import NextLink from "next/link";
import { type StoryFacts, summarize } from "@/lib/stats/report/story";
import { getViewer } from "../../layout/viewer";
import { linkPageHref } from "../page-address";

/** The sentence above the statistics. Parts of it are links that show what they say. */
export async function StoryLine(facts: StoryFacts) {
  const { language } = await getViewer();
  return (
    <p className="mb-1 text-pretty text-lead text-secondary">
      {summarize({ ...facts, language }).map(({ text, changes }) =>
        changes ? (
          <NextLink
            key={text}
            href={linkPageHref(facts.report.link.slug, facts.query, changes)}
            prefetch={false}
            scroll={false}
            className="rounded-bar font-medium text-text underline decoration-1 decoration-hairline-strong underline-offset-4 hover:decoration-accent"
          >
            {text}
          </NextLink>
        ) : (
          text
        ),
      )}
    </p>
  );
}
