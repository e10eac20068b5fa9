"use client";

import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

/** Changes of a view, each with Undo. */
export function useViewChanges() {
  const t = useTexts("links.views");
  const { saveView, removeView } = useDashboardActions();
  const { run } = useAction();
  const restore = (view: SavedView) =>
    run(
      () => saveView(view.id, view),
      () => showToast(t("back", { name: view.name })),
    );
  return {
    update: (view: SavedView, query: BrowseQuery) =>
      run(
        () => saveView(view.id, { ...view, query }),
        () => showToast(t("updated", { name: view.name }), { undo: () => restore(view) }),
      ),
    remove: (view: SavedView) =>
      run(
        () => removeView(view.id),
        () => showToast(t("deleted", { name: view.name }), { undo: () => restore(view) }),
      ),
  };
}
