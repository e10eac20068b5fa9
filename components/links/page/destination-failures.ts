import type { DestinationState } from "@/lib/previews/destination-health";

/** States of a destination that somebody has to look at. */
export const failures: ReadonlySet<DestinationState> = new Set(["failing", "broken"]);
