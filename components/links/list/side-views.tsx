import { cache } from "react";
import { useTexts } from "#texts";
import { withDeadline } from "@/lib/core/deadline";
import { listViews, type SavedView } from "@/lib/stats/list/saved-views";
import { Bookmark } from "../icons";
import { viewHref } from "./view-address";
import { ViewLink } from "./view-link";

/** How long a page waits for them: it works without. */
const patienceMs = 1_000;

/** The views of this person and of the team, read once per page however many parts show them. */
export const getViews = cache((viewerId: string) => withDeadline(listViews(viewerId), patienceMs));

/** The views in the sidebar, below the pages. Smaller screens have them in the menu of the list. */
export function SideViews({ views }: { views: SavedView[] }) {
  const t = useTexts("links.views");
  if (views.length === 0) return null;
  return (
    <nav
      aria-labelledby="side-views"
      className="mt-4 flex min-h-16 w-full flex-col gap-0.5 max-lg:hidden"
    >
      <h2 id="side-views" className="px-2.5 pb-1 text-label text-tertiary">
        {t("title")}
      </h2>
      <ul className="-mx-1 flex min-h-0 flex-col gap-0.5 overflow-y-auto overscroll-contain p-1">
        {views.map((view) => (
          <li key={view.id}>
            <ViewLink
              id={view.id}
              href={viewHref(view)}
              title={view.name}
              className="group flex h-8 items-center gap-2.5 rounded-control px-2.5 text-secondary transition-colors hover:bg-hover hover:text-text aria-[current]:bg-chosen aria-[current]:font-medium aria-[current]:text-text"
            >
              <Bookmark aria-hidden className="size-4 shrink-0 group-aria-[current]:text-accent" />
              <span className="truncate">{view.name}</span>
            </ViewLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
