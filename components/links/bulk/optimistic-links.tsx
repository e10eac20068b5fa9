"use client";

import { createContext, type ReactNode, use, useMemo, useOptimistic } from "react";
import { useTexts } from "#texts";
import { Icon } from "../../ui/icon";

/** What an action under way does to links, by slug. */
type Shown = Readonly<Record<string, { enabled?: boolean | undefined; isDeleted?: boolean }>>;

const none: Shown = {};
const Context = createContext<{ shown: Shown; show: (changes: Shown) => void }>({
  shown: none,
  show: () => {},
});

/**
 * Shows the effect of an action until the server has answered: `show` is called inside its
 * transition.
 */
export function OptimisticLinks({ children }: { children: ReactNode }) {
  const [shown, show] = useOptimistic(none, (before, changes: Shown) => ({
    ...before,
    ...changes,
  }));
  return <Context value={useMemo(() => ({ shown, show }), [shown, show])}>{children}</Context>;
}

export function useOptimisticLinks() {
  return use(Context);
}

/** A row of the list, hidden as soon as its deletion is confirmed. */
export function LinkRowItem({
  slug,
  className,
  children,
}: {
  slug: string;
  className: string;
  children: ReactNode;
}) {
  const { shown } = useOptimisticLinks();
  return (
    <li data-slug={slug} className={className} hidden={shown[slug]?.isDeleted}>
      {children}
    </li>
  );
}

/** The state of a link as the server rendered it, or as it will be: its icon, or the sentence. */
export function OptimisticState({
  slug,
  isIcon = false,
  children,
}: {
  slug: string;
  isIcon?: boolean;
  children: ReactNode;
}) {
  const t = useTexts("bulk");
  const enabled = useOptimisticLinks().shown[slug]?.enabled;
  if (enabled === undefined) return children;
  if (!isIcon) return enabled ? t("enabled") : t("disabled");
  return enabled ? (
    <span className="mx-auto size-[7px] rounded-full bg-accent" />
  ) : (
    <Icon name="pause" className="size-4 text-secondary" />
  );
}
