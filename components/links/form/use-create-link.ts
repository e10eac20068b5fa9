"use client";

import { useRef } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import { type LinkInput, useDashboardActions } from "../../layout/dashboard-actions";
import { answerOf } from "../../ui/use-action";
import { attemptOf, noAttempt } from "./link-draft";

/**
 * Creates a link once: the same form, sent again because its answer was lost, gets the link of the
 * first attempt.
 */
export function useCreateLink(): (
  input: LinkInput,
  channels?: Channel[],
) => Promise<ActionResult<Link>> {
  const { createLink } = useDashboardActions();
  const attempt = useRef(noAttempt);
  return async (input, channels = []) => {
    attempt.current = attemptOf(attempt.current, [input, channels]);
    const result = await answerOf(createLink(input, channels, attempt.current.key));
    if (result.ok) attempt.current = noAttempt;
    return result;
  };
}
