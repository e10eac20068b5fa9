"use client";

import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

/** Changes of a view, each with Undo. */
export function useViewChanges() {
  const { saveView, removeView } = useDashboardActions();
  const { run } = useAction();
  const restore = (view: SavedView) =>
    run(
      () => saveView(view.id, view),
      () => showToast(`The view ${view.name} is back`),
    );
  return {
    update: (view: SavedView, query: BrowseQuery) =>
      run(
        () => saveView(view.id, { ...view, query }),
        () => showToast(`Updated the view ${view.name}`, { undo: () => restore(view) }),
      ),
    remove: (view: SavedView) =>
      run(
        () => removeView(view.id),
        () => showToast(`Deleted the view ${view.name}`, { undo: () => restore(view) }),
      ),
  };
}
