"use client";

import { useRouter } from "next/navigation";
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { DashboardActions } from "@/components/layout/dashboard-actions";
import { DashboardActionsContext } from "@/components/layout/dashboard-actions";
import { type Instance, InstanceContext } from "@/components/layout/instance";
import { type DialogRequest, isEditing, OpenDialogContext } from "@/components/layout/open-dialog";
import { RoleContext } from "@/components/layout/role";
import { keepTyped } from "@/components/layout/typed-ahead";
import { OptimisticLinks } from "@/components/links/bulk/optimistic-links";
import type { Role } from "@/lib/core/access";
import "./stay-offline";

const loadDialogs = () => import("./dashboard-dialogs");
const DashboardDialog = lazy(loadDialogs);

interface Props {
  actions: DashboardActions;
  instance: Omit<Instance, "host">;
  role: Role;
  children: ReactNode;
}

/** Provides the dialogs, the server actions and the instance settings to the dashboard. */
export function DashboardProvider({ actions, instance: given, role, children }: Props) {
  const [request, setRequest] = useState<DialogRequest | null>(null);
  // The open dialog stays until the next one is loaded; otherwise both would be hidden meanwhile.
  const loaded = useDeferredValue(request);
  const shown = request && (loaded ?? request);
  const open = useCallback(
    (next: DialogRequest) => {
      if (role === "reader" && isEditing(next)) return;
      if (
        next.kind === "palette" ||
        (next.kind === "create" && next.url === undefined && !next.from)
      )
        keepTyped();
      setRequest(next);
    },
    [role],
  );
  useLoadAhead();
  // A late answer closes only the dialog that it is for.
  const close = useCallback(
    (of: DialogRequest) => setRequest((now) => (now === of ? null : now)),
    [],
  );
  const instance = useMemo(() => ({ ...given, host: new URL(given.baseUrl).host }), [given]);
  return (
    <RoleContext value={role}>
      <InstanceContext value={instance}>
        <DashboardActionsContext value={actions}>
          <OpenDialogContext value={open}>
            <OptimisticLinks>
              {children}
              <Suspense>{shown && <DashboardDialog request={shown} close={close} />}</Suspense>
            </OptimisticLinks>
          </OpenDialogContext>
        </DashboardActionsContext>
      </InstanceContext>
    </RoleContext>
  );
}

/** A page that is only glanced at stays small. */
const idleMs = 4_000;

/**
 * Loads dialogs as soon as somebody moves the pointer or presses a key, and at the latest when the
 * page has been idle for a while, so that none opens cold.
 */
function useLoadAhead(): void {
  const { refresh } = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    const load = () => {
      stop.abort();
      clearTimeout(idle);
      void loadDialogs().then(({ loadAhead }) => loadAhead(refresh));
    };
    const idle = setTimeout(load, idleMs);
    for (const sign of ["pointermove", "pointerdown", "keydown"])
      addEventListener(sign, load, { signal: stop.signal, passive: true });
    return () => {
      stop.abort();
      clearTimeout(idle);
    };
  }, [refresh]);
}
