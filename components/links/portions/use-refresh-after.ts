"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { ask } from "../link-queries";
import { type Failed, ofOneLink } from "./in-portions";

/**
 * After a bulk action that broke off, the page still shows all links as they were, although some
 * were changed. Refreshes it once the server answers: earlier, an error would take the place of the
 * page.
 */
export function useRefreshAfter(): (failed: readonly Failed[]) => void {
  const { refresh } = useRouter();
  return useCallback(
    (failed) =>
      void (failed.some(({ code }) => !ofOneLink.has(code)) && refreshOnceAnswered(refresh)),
    [refresh],
  );
}

/** Asks again for a minute, each time after a longer pause. */
async function refreshOnceAnswered(refresh: () => void, pauseMs = 1_000): Promise<void> {
  if (await ask("tags", {})) refresh();
  else if (pauseMs < 60_000) setTimeout(refreshOnceAnswered, pauseMs, refresh, pauseMs * 2);
}
