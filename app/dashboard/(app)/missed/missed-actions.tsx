"use client";

import { lazy, useCallback } from "react";
import { useDashboardActions } from "@/components/layout/dashboard-actions";
import { useOpenDialog } from "@/components/layout/open-dialog";
import { useMayEdit } from "@/components/layout/role";
import { Button } from "@/components/ui/button";
import { Ellipsis } from "@/components/ui/icons";
import { MenuButton } from "@/components/ui/menu-button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { ignore } from "./actions";
import type { MissedAct } from "./missed-menu";

const MissedMenu = lazy(() => import("./missed-menu"));

interface MissedProps {
  slug: string;
  /** The link that visitors probably meant. */
  meant?: string | undefined;
  isIgnored?: boolean;
}

/** What can be done about a missed slug, the most likely first. On phones in a menu. */
export function MissedActions(props: MissedProps) {
  const { acts, pending } = useActs(props);
  const { slug } = props;
  if (!useMayEdit()) return null;
  return (
    <>
      <span className="inline-flex justify-end gap-2 max-sm:hidden">
        {acts.map(({ name, run }) => (
          <Button key={name} size="small" disabled={pending} onClick={run}>
            {name}{" "}
            <span className="sr-only">{name.includes("/") ? `for /${slug}` : `/${slug}`}</span>
          </Button>
        ))}
      </span>
      <MenuButton
        variant="bare"
        size="icon"
        aria-label={`Actions for /${slug}`}
        className="sm:hidden"
        disabled={pending}
        menu={(menu) => <MissedMenu acts={acts} {...menu} />}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
    </>
  );
}

function useActs({ slug, meant, isIgnored = false }: MissedProps): {
  acts: MissedAct[];
  pending: boolean;
} {
  const open = useOpenDialog();
  const { editAliases } = useDashboardActions();
  const { run, pending } = useAction();
  // The row disappears, so the focus moves to the page.
  const done = useCallback((message: string, undo: () => void) => {
    document.querySelector<HTMLElement>("main")?.focus();
    showToast(message, { undo });
  }, []);
  const send = (to: string) =>
    run(
      () => editAliases(to, { add: slug }),
      () => done(`/${slug} leads to /${to}`, () => run(() => editAliases(to, { remove: slug }))),
    );
  const setIgnored = () =>
    run(
      () => ignore(slug, !isIgnored),
      () =>
        done(`/${slug} is ${isIgnored ? "shown again" : "ignored"}`, () =>
          run(() => ignore(slug, isIgnored)),
        ),
    );
  if (isIgnored) return { acts: [{ name: "Show again", run: setIgnored }], pending };
  const acts = [
    ...(meant === undefined ? [] : [{ name: `Send to /${meant}`, run: () => send(meant) }]),
    { name: "Create this link", run: () => open({ kind: "create", slug }) },
    { name: "Ignore", run: setIgnored },
  ];
  return { acts, pending };
}
