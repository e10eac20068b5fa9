"use client";

import type { ActionResult } from "@/lib/core/action-result";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { answerOf } from "../../ui/use-action";
import { type AttemptStore, sendOnce } from "./attempts";

/**
 * Creates a link once: the same form, sent again because its answer was lost, gets the link of the
 * first attempt.
 */
export function useCreateLink(
  attempts: AttemptStore,
): (input: LinkInput, channels?: Channel[]) => Promise<ActionResult<Link>> {
  const { createLink } = useDashboardActions();
  return (input, channels = []) =>
    sendOnce(attempts, [input, channels], (key) => answerOf(createLink(input, channels, key)));
}
