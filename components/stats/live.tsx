"use client";

import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";
import { ask } from "../links/link-queries";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";

/** Runs `refresh` every `everyMs` while the page is visible and not paused, and when it becomes visible again. */
export function useLive(refresh: () => void, everyMs: number): { isPaused: boolean; setPaused: (paused: boolean) => void } {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const tick = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [refresh, everyMs, isPaused]);
  return { isPaused, setPaused };
}

const everyS = 10;
/** Filtered statistics are computed from raw clicks, which is expensive. */
const filteredEveryS = 60;

/**
 * Polls for clicks on a link, and then refreshes the whole page, so that all statistics agree. `version`: that of the
 * statistics shown, see `statisticsVersion`.
 */
export function useLivePage(slug: string, version: string, isFiltered: boolean) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const shown = useRef({ version, pending });
  useEffect(() => {
    shown.current = { version, pending };
  });
  const refresh = useCallback(() => {
    void ask("version", { slug }).then((answer) => {
      const { version: old, pending: isOnItsWay } = shown.current;
      if (answer !== null && answer !== old && !isOnItsWay) start(() => router.refresh());
    });
  }, [router, slug]);
  const seconds = isFiltered ? filteredEveryS : everyS;
  return { ...useLive(refresh, seconds * 1_000), seconds };
}

/** Refreshes a page that shows no clicks yet. */
export function LivePage({ slug, version }: { slug: string; version: string }) {
  return <LiveSwitch {...useLivePage(slug, version, false)} />;
}

/** Shows that a card refreshes itself, with a pause button (WCAG 2.2.2). */
export function LiveSwitch({ isPaused, setPaused, seconds }: { isPaused: boolean; setPaused: (paused: boolean) => void; seconds: number }) {
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <span className="flex items-center gap-1.5 text-label text-secondary" title={`Refreshes every ${seconds} seconds`}>
        <span aria-hidden className={cn("size-[7px] rounded-full", isPaused ? "bg-control" : "bg-accent ring-3 ring-accent-tint")} />
        {isPaused ? "Paused" : "Live"}
      </span>
      <Button
        variant="bare"
        size="iconSmall"
        aria-label={isPaused ? "Resume" : "Pause"}
        className="text-secondary max-sm:size-11"
        onClick={() => setPaused(!isPaused)}
      >
        <Icon aria-hidden className="size-3.5 fill-current" />
      </Button>
    </>
  );
}
