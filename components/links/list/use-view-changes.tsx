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
  const save = (view: SavedView, seen: SavedView | null, done: () => void) =>
    run(
      () => saveView(view.id, view, seen),
      (now) => (now ? showToast(t("meanwhile", { name: now.name }), { failed: true }) : done()),
    );
  const restore = (view: SavedView, seen: SavedView | null) =>
    save(view, seen, () => showToast(t("back", { name: view.name })));
  return {
    update: (view: SavedView, query: BrowseQuery) => {
      const updated = { ...view, query };
      save(updated, view, () =>
        showToast(t("updated", { name: view.name }), { undo: () => restore(view, updated) }),
      );
    },
    remove: (view: SavedView) =>
      run(
        () => removeView(view.id),
        (deleted) =>
          showToast(
            t("deleted", { name: view.name }),
            deleted ? { undo: () => restore(deleted, null) } : {},
          ),
      ),
  };
}
