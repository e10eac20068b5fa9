"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { problemOf, type Refused } from "@/lib/core/action-result";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Switch } from "../../ui/switch";
import { showToast } from "../../ui/toast";
import { answerOf } from "../../ui/use-action";
import { viewHref } from "./view-address";
import { viewSummary } from "./view-summary";

interface ViewDialogProps {
  /** What the view keeps. */
  query: BrowseQuery;
  /** Without one it makes a new view. */
  view?: SavedView | undefined;
  onClose: () => void;
}

/** Names a view of the links list, and shares it with the team. */
export default function ViewDialog({ query, view, onClose }: ViewDialogProps) {
  const t = useTexts("links.views");
  const filters = useTexts("links.filters");
  const { saveView } = useDashboardActions();
  const mayEdit = useMayEdit();
  const router = useRouter();
  // Sent again because its answer was lost, it is the same view.
  const id = useRef(view?.id ?? newViewId());
  const field = useRef<HTMLInputElement>(null);
  /** The view as others have made it since then. */
  const [meanwhile, setMeanwhile] = useState<SavedView | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const send = (typed: { name: string; isShared: boolean }) => {
    const now = meanwhile ?? view ?? null;
    const given = now && view ? ontoView(typed, view, now) : { ...typed, query };
    return answerOf(saveView(id.current, given, now));
  };
  const end = (name: string) => {
    showToast(t("saved", { name }));
    if (!view) router.replace(viewHref({ id: id.current, query }), { scroll: false });
    onClose();
  };
  const save = (form: FormData) =>
    start(async () => {
      const name = String(form.get("name"));
      const result = await send({ name, isShared: mayEdit && form.has("isShared") });
      const now = result.ok ? result.value : meanwhile;
      setMeanwhile(now);
      setRefused(result.ok ? null : result);
      if (now) field.current?.focus();
      else if (result.ok) end(name.trim());
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? t("edit", { name: view.name }) : t("save")}
      initialFocus={field}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(new FormData(event.currentTarget));
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <Field
            label={t("name")}
            error={problemOf(refused, "name")}
            hint={
              <span className="[overflow-wrap:anywhere]">{viewSummary(query, t, filters)}</span>
            }
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                name="name"
                defaultValue={view?.name}
                autoComplete="off"
                onChange={() => setRefused(null)}
              />
            )}
          </Field>
          {mayEdit && (
            <label className="flex items-start gap-3 text-small">
              <Switch name="isShared" defaultChecked={view?.isShared} className="mt-px" />
              <span>
                {t.rich("share", {
                  note: (text) => <span className="block text-label text-secondary">{text}</span>,
                })}
              </span>
            </label>
          )}
        </div>
        <DialogFoot
          refused={refused}
          error={meanwhile ? t("meanwhile", { name: meanwhile.name }) : undefined}
        >
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" pending={pending}>
            {t("save")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** A switch that was not pressed leaves sharing as others have it by now. */
function ontoView(
  { name, isShared }: Pick<SavedView, "name" | "isShared">,
  shown: SavedView,
  now: SavedView,
): SavedView {
  return { ...now, name, isShared: isShared === shown.isShared ? now.isShared : isShared };
}

/** A UUID. Not `crypto.randomUUID`, which a page without HTTPS lacks. */
function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
