import type { DestinationState } from "@/lib/previews/destination-health";

/** What is known of a link's destination, in the link's health card and the toast of a check. */
export const destinationText: Record<
  DestinationState,
  { title: string; text: string; isFailure: boolean }
> = {
  unchecked: {
    title: "Destination not checked yet",
    text: "New links are usually checked within an hour, and again while they get clicks.",
    isFailure: false,
  },
  reachable: { title: "Destination works", text: "", isFailure: false },
  refusing: {
    title: "Destination refuses robots",
    text: "The site blocks automated requests. It probably works for visitors.",
    isFailure: false,
  },
  failing: {
    title: "Destination failed",
    text: "It counts as broken if it still fails a day later.",
    isFailure: true,
  },
  broken: { title: "Destination broken", text: "Visitors are still redirected.", isFailure: true },
  unknown: { title: "Destination cannot be checked", text: "", isFailure: false },
};
