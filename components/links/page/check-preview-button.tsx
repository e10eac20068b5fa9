"use client";

import { useTexts } from "#texts";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";
import { failures } from "./destination-failures";

/** Checks a link's destination and its preview again and shows the result in a toast. */
export function CheckPreviewButton({ slug }: { slug: string }) {
  const t = useTexts("links.check");
  const mayEdit = useMayEdit();
  const actions = useDashboardActions();
  const { run, pending } = useAction();
  if (!mayEdit) return null;
  const check = () =>
    run(
      () => actions.checkPreview(slug),
      ({ destination, reason }) => {
        const checked = t("checked", { slug, result: t(`states.${destination}`) });
        showToast(
          reason === null
            ? checked
            : t("checkedBecause", { first: checked, second: reason.replace(/\.$/, "") }),
          { failed: failures.has(destination) },
        );
      },
    );
  return (
    <Button size="small" pending={pending} onClick={check}>
      {pending ? t("checking") : t("now")} <span className="sr-only">/{slug}</span>
    </Button>
  );
}
