import { v7 as uuid } from "uuid";
import { ruleFields } from "../core/destination-rules";
import { isSluglineError, SluglineError, validate } from "../core/errors";
import {
  type Addresses,
  type ReplacedAddress,
  type Replacement,
  replaceInAddresses,
} from "../core/replace-in-address";
import type { Writer } from "../database/in-transaction";
import { changeLinks, type LinkChange } from "./change-links";
import type { Link } from "./link";
import { selectRules } from "./link-addresses";
import { linkSettings } from "./links-part";
import { accepted, checkEach, forAccepted, type Outcome } from "./outcome";
import { linkChangesSchema } from "./schema";
import type { Edit } from "./tag-links";

/** A link as a replacement found it. */
export interface FoundLink extends Addresses {
  id: number;
  slug: string;
}

/** What a replacement did, or would do, to a link, and why it did not. */
interface LinkReplacement {
  slug: string;
  changes: ReplacedAddress[];
  error: SluglineError | null;
}

export interface ReplacementOutcome {
  /** For `undoReplacement`; null if nothing was changed. */
  id: string | null;
  results: LinkReplacement[];
}

/**
 * Replaces in the destinations of links, each of which is validated like a new one. Links without
 * what it looks for are left out. Refuses links with `validation_failed`, `not_found`, and
 * `precondition_failed` if an address was changed since it was read.
 */
export async function replaceDestinations(
  links: readonly FoundLink[],
  replacement: Replacement,
  edit: Edit,
  { writer, isDryRun }: { writer: Writer; isDryRun: boolean },
): Promise<ReplacementOutcome> {
  const found = links.flatMap((link) => {
    const made = replaceInAddresses(link, replacement);
    return made ? [{ link, ...made }] : [];
  });
  const check = addressChecker();
  const checked = checkEach(found, ({ link: { slug }, changes }) => ({
    slug,
    changes: check(changes),
  }));
  const outcomes = isDryRun
    ? checked
    : await changeAddresses(checked, new Map(links.map((link) => [link.slug, link])), edit, writer);
  const changed = isDryRun ? [] : (accepted<LinkChange | Link>(outcomes) as Link[]);
  const [at] = changed.map(({ updatedAt }) => updatedAt);
  const id = at === undefined ? null : uuid();
  if (at !== undefined && id !== null) {
    const linkIds = changed.map((link) => link.id);
    const { find, replace } = replacement;
    await writer.replacement.create({
      data: { id, at, by: edit.by ?? null, find, replace, linkIds },
    });
  }
  const results = found.map(({ link, replaced }, index) => {
    const outcome = outcomes[index];
    return { slug: link.slug, changes: replaced, error: isSluglineError(outcome) ? outcome : null };
  });
  return { id, results };
}

/** Validates the new addresses of a link. Building the schema takes far longer than using it. */
export function addressChecker() {
  const schema = linkChangesSchema(linkSettings().destinationRules()).pick({
    url: true,
    ...selectRules,
  });
  return (changes: Partial<Addresses>) => validate(changes, schema, "link");
}

/** Changes links whose addresses are `before`, and refuses others. */
export async function changeAddresses(
  rows: readonly Outcome<LinkChange>[],
  before: ReadonlyMap<string, Partial<Addresses>>,
  edit: Edit,
  writer: Writer,
): Promise<Outcome<Link>[]> {
  const isExpected = (link: Link) => {
    const expected = before.get(link.slug) ?? {};
    return addressNames.every(
      (name) =>
        !(name in expected) ||
        JSON.stringify(link[name] ?? null) === JSON.stringify(expected[name]),
    );
  };
  const outcomes = await forAccepted(rows, (changes) =>
    changeLinks(changes, edit, { writer, isExpected }),
  );
  return outcomes.map((outcome) => {
    if (!isSluglineError(outcome) || outcome.code !== "precondition_failed") return outcome;
    return new SluglineError("precondition_failed", "linkChanged");
  });
}

const addressNames = ["url", ...ruleFields] as const;
