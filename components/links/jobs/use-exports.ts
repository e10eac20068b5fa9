import { useEffect, useState } from "react";
import type { ShownJob } from "@/lib/owners/jobs";
import { ask } from "../link-queries";
import { started } from "./followed-jobs";

/** A small export is over before it would be shown, and a large one is counted first. */
const pausesMs = [1_500, 2_500, 5_000];

/** Exports that begin in this tab and take long. The browser itself saves their files. */
export function useExports(): readonly ShownJob[] {
  const [jobs, setJobs] = useState<readonly ShownJob[]>([]);
  useEffect(() => {
    const look = async () => {
      for (const pauseMs of pausesMs) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const running = await ask("jobs", {});
        const found = running?.filter(({ id }) => !started.has(id)) ?? [];
        if (found.length > 0) return setJobs(found);
      }
    };
    const begin = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a[download][href*='/export?']")) void look();
    };
    // Menus close, and stop the event, before it gets here otherwise.
    document.addEventListener("click", begin, true);
    return () => document.removeEventListener("click", begin, true);
  }, []);
  return jobs;
}
