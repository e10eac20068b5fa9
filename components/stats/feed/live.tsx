"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { Pause, Play } from "@/components/stats/icons";
import { ask } from "../../links/link-queries";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";

/**
 * Runs `refresh` every `everyMs` while the page is visible and not paused, and when it becomes
 * visible again.
 */
function useLive(
  refresh: () => void,
  everyMs: number,
): { isPaused: boolean; setPaused: (paused: boolean) => void } {
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
 * Polls for clicks, and then refreshes the whole page, so that all statistics agree. `readVersion`
 * resolves with the current version of the statistics, or null if the server did not answer;
 * `version` is that of the statistics shown.
 */
function useLivePage(
  readVersion: () => Promise<string | null>,
  version: string,
  isFiltered = false,
) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const latest = useRef({ readVersion, version, pending });
  useEffect(() => {
    latest.current = { readVersion, version, pending };
  });
  const refresh = useCallback(() => {
    void latest.current.readVersion().then((answer) => {
      const { version: old, pending: isOnItsWay } = latest.current;
      if (answer !== null && answer !== old && !isOnItsWay) start(() => router.refresh());
    });
  }, [router]);
  const seconds = isFiltered ? filteredEveryS : everyS;
  return { ...useLive(refresh, seconds * 1_000), seconds };
}

/**
 * Refreshes the page when there are new clicks: on a link, on the links of a scope (`by: "totals"`
 * with its parameters), or on any. `version` is that of the statistics shown.
 */
export function LivePage({
  of,
  version,
  isFiltered = false,
}: {
  of: Record<string, string>;
  version: string;
  isFiltered?: boolean;
}) {
  const read = () => ask(of.slug && !of.by ? "version" : "latest", of);
  return <LiveSwitch {...useLivePage(read, version, isFiltered)} />;
}

/** Shows that a card refreshes itself, with a pause button (WCAG 2.2.2). */
function LiveSwitch({
  isPaused,
  setPaused,
  seconds,
}: {
  isPaused: boolean;
  setPaused: (paused: boolean) => void;
  seconds: number;
}) {
  const t = useTexts("stats.live");
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <span
        className="flex items-center gap-1.5 text-label text-secondary"
        title={t("refreshes", { seconds })}
      >
        <span
          aria-hidden
          className={cn(
            "size-[7px] rounded-full",
            isPaused ? "bg-control" : "bg-accent ring-3 ring-accent-tint",
          )}
        />
        {t(isPaused ? "paused" : "live")}
      </span>
      <Button
        variant="bare"
        size="iconSmall"
        aria-label={t(isPaused ? "resume" : "pause")}
        className="text-secondary"
        onClick={() => setPaused(!isPaused)}
      >
        <Icon aria-hidden className="size-3.5 fill-current" />
      </Button>
    </>
  );
}

const minuteMs = 60_000;

/** The current time, updated every minute. Starts with the server's, so that hydration matches. */
export function useNow(at: string): Date {
  const [now, setNow] = useState(() => new Date(at));
  useEffect(() => {
    setNow(new Date(at));
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, [at]);
  return now;
}
