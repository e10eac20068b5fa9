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
  /** What an undo of it needs. */
  noted?: AddressChange;
}

/** The addresses of a link before a change of them, and after it. */
export interface AddressChange {
  id: number;
  slug: string;
  from: Partial<Addresses>;
  to: Partial<Addresses>;
}

export interface ReplacementOutcome {
  /** For `undoReplacement`; null if nothing was changed. */
  id: string | null;
  results: LinkReplacement[];
}

export interface ReplaceOptions {
  isDryRun: boolean;
  /** Whether it can be undone as a whole: see `undoReplacement`. */
  isListed?: boolean;
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
  { writer, isDryRun, isListed = true }: ReplaceOptions & { writer: Writer },
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
  const id = at === undefined || !isListed ? null : uuid();
  if (at !== undefined && id !== null) {
    const linkIds = changed.map((link) => link.id);
    const { find, replace } = replacement;
    await writer.replacement.create({
      data: { id, at, by: edit.by ?? null, find, replace, linkIds },
    });
  }
  const results = found.map(({ link, replaced, changes }, index) => {
    const outcome = outcomes[index];
    const { id, slug } = link;
    if (isSluglineError(outcome)) return { slug, changes: replaced, error: outcome };
    const names = addressNames.filter((name) => name in changes);
    const pick = (of: object) => pickOf(of, names);
    const noted = isDryRun
      ? {}
      : { noted: { id, slug, from: pick(link), to: pick(outcome ?? {}) } };
    return { slug, changes: replaced, error: null, ...noted };
  });
  return { id, results };
}

function pickOf(of: object, names: readonly (keyof Addresses)[]): Partial<Addresses> {
  const values = of as Partial<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
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
