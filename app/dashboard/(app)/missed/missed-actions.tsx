"use client";

import { lazy, useCallback } from "react";
import { useTexts } from "#texts";
import { useDashboardActions } from "@/components/layout/dashboard-actions";
import { useOpenDialog } from "@/components/layout/open-dialog";
import { useMayEdit } from "@/components/layout/role";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
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

/** What can be done about a missed slug: the most likely, and a menu with all. */
export function MissedActions(props: MissedProps) {
  const { acts, pending } = useActs(props);
  const { slug } = props;
  const t = useTexts("missed.actions");
  if (!useMayEdit()) return null;
  const [first] = acts;
  return (
    <span className="col-[tools] flex items-center justify-end gap-1 ps-3">
      {first && (
        <Button size="small" className="max-sm:hidden" pending={pending} onClick={first.run}>
          {first.say((text) => (
            <span className="sr-only">{text}</span>
          ))}
        </Button>
      )}
      <MenuButton
        variant="bare"
        size="iconSmall"
        aria-label={t("menu", { slug })}
        className={cn("max-sm:size-11", acts.length < 2 && "sm:hidden")}
        pending={pending}
        menu={(menu) => <MissedMenu acts={acts} {...menu} />}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
    </span>
  );
}

function useActs({ slug, meant, isIgnored = false }: MissedProps): {
  acts: MissedAct[];
  pending: boolean;
} {
  const t = useTexts("missed.actions");
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
      () => done(t("leadsTo", { slug, to }), () => run(() => editAliases(to, { remove: slug }))),
    );
  const setIgnored = () =>
    run(
      () => ignore(slug, !isIgnored),
      () =>
        done(t(isIgnored ? "shownAgain" : "ignored", { slug }), () =>
          run(() => ignore(slug, isIgnored)),
        ),
    );
  const act = (id: "create" | "ignore" | "showAgain", run: () => void): MissedAct => ({
    id,
    say: (hidden) => t.rich(id, { slug, hidden }),
    run,
  });
  if (isIgnored) return { acts: [act("showAgain", setIgnored)], pending };
  const acts: MissedAct[] = [
    ...(meant === undefined
      ? []
      : [
          {
            id: "send",
            say: (hidden) => t.rich("send", { slug, to: meant, hidden }),
            run: () => send(meant),
          } satisfies MissedAct,
        ]),
    act("create", () => open({ kind: "create", slug })),
    act("ignore", setIgnored),
  ];
  return { acts, pending };
}
