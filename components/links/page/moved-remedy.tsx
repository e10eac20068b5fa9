"use client";

import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import type { Move } from "@/lib/previews/moved-destinations";
import { CommandButton } from "../../layout/command-button";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button, buttonStyle } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

/** What can be done about a destination that moved. */
export function MovedRemedy({ link, moved }: { link: Link; moved: Move }) {
  const t = useTexts("links.moved");
  const mayEdit = useMayEdit();
  const { keepHost } = useDashboardActions();
  const { run, pending } = useAction();
  const keep = () =>
    run(
      () => keepHost(link.slug, moved.to),
      () => showToast(t("kept", { host: moved.to })),
    );
  return (
    <span className="ms-auto flex gap-1.5 max-sm:flex-wrap">
      {mayEdit && (
        <Button size="small" pending={pending} onClick={keep}>
          {t("keep")}
        </Button>
      )}
      <CommandButton command={{ kind: "edit", link }} size="small">
        {t("change")}
      </CommandButton>
      <a
        href={archived(link.url, moved.since)}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle({ size: "small" })}
      >
        {t("archive")}
      </a>
    </span>
  );
}

/** The copy of the page that is closest to a time, in a public archive. */
function archived(url: string, at: string): string {
  return `https://web.archive.org/web/${at.replace(/\D/g, "").slice(0, 14)}/${url}`;
}
