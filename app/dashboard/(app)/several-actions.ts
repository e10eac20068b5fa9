"use server";

import { z } from "zod";
import type {
  LinkInput,
  SeveralOptions,
  SeveralResult,
} from "@/components/layout/dashboard-actions";
import { getSaid } from "@/components/texts/get-said";
import { destinationRules } from "@/lib/config/site-settings";
import { isSluglineError } from "@/lib/core/errors";
import { validate } from "@/lib/core/validate";
import type { Channel } from "@/lib/links/channel";
import { channelsSchema } from "@/lib/links/channel-schema";
import { creatorOf } from "@/lib/links/creators";
import { findOrCreateLinks } from "@/lib/links/find-or-create-link";
import { insertLinks } from "@/lib/links/insert-links";
import { checkEach, forAccepted, type Outcome } from "@/lib/links/outcome";
import { previewLinks } from "@/lib/links/preview-links";
import { newLinkFields } from "@/lib/links/schema";
import { formKey, runFormOnce } from "@/lib/owners/run-once";
import { asText, readSentence } from "@/lib/texts/sentence";
import { ownerAction } from "../server-action";
import { linkAction } from "./link-action";

const rowsSchema = z.array(z.unknown()).max(100);
const optionsSchema = z.object({ key: formKey, reuses: z.boolean() });

/** What lines and their common options can say of a link. */
function rowChecker() {
  const fields = newLinkFields(destinationRules()).pick({
    url: true,
    slug: true,
    title: true,
    expiresAt: true,
    tags: true,
    forwardQuery: true,
    forwardUtm: true,
    domain: true,
  });
  return (row: unknown) => ({ ...validate(row, fields, "line"), enabled: true });
}

/** What would become of new links. */
export async function previewSeveral(given: LinkInput[]) {
  return ownerAction("previewSeveral", async () =>
    previewLinks(validate(given, rowsSchema, "list"), rowChecker(), new Date(), await getSaid()),
  );
}

/**
 * Creates links once: the same rows and options again get the same answer, because the first may
 * have been lost. `reuses`: a link that exists with a destination is the answer in place of a new
 * one. The browser refreshes the page itself, after the last portion.
 */
export async function createSeveral(
  given: LinkInput[],
  sharedAt: Channel[],
  options: SeveralOptions,
) {
  return linkAction("createSeveral", async (by) => {
    const rows = validate(given, rowsSchema, "list");
    const channels = validate(sharedAt, channelsSchema, "list");
    const { key, reuses } = validate(options, optionsSchema, "form");
    const links = checkEach(rows, rowChecker());
    const now = new Date();
    const said = await getSaid();
    const stored = await runFormOnce(by, key, [rows, channels, reuses], async (writer) => {
      const insert = { writer, createdBy: creatorOf(by) };
      const results = await forAccepted(links, async (accepted) => {
        const wanted = accepted.map((link) => ({ ...link, channels }));
        if (reuses) return findOrCreateLinks(wanted, now, insert);
        const inserted = await insertLinks(wanted, now, insert);
        return inserted.map((link) => (isSluglineError(link) ? link : { link, isNew: true }));
      });
      return results.map(resultOf);
    });
    return stored.map((result) =>
      "problem" in result ? { problem: said(readSentence(result.problem)) } : result,
    );
  });
}

function resultOf(outcome: Outcome<Extract<SeveralResult, { isNew: boolean }>>): SeveralResult {
  return isSluglineError(outcome) ? { problem: asText(outcome.sentence) } : outcome;
}
