import { canonicalEmail, withEmail } from "../core/email";
import { foldText } from "../core/fold-text";
import { database } from "../database/client";

/**
 * Who creates or edits a link, as it is stored: an owner, an owner's API token, or the server's own
 * token.
 */
export type Editor = `owner:${string}` | `token:${string}` | "API_TOKEN";

export function editorOf({ tokenId }: { tokenId: string | null }): Editor {
  return tokenId === null ? "API_TOKEN" : `token:${tokenId}`;
}

/**
 * The names of owners and tokens, by how they are stored. Those that no longer exist are left out.
 */
export async function editorNames(
  editors: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (prefix: string) =>
    [...new Set(editors)].flatMap((editor) =>
      editor?.startsWith(prefix) ? [editor.slice(prefix.length)] : [],
    );
  const [ownerIds, tokenIds] = [idsOf("owner:"), idsOf("token:")];
  const [owners, tokens] = await Promise.all([
    ownerIds.length > 0
      ? database().owner.findMany({
          where: { id: { in: ownerIds } },
          select: { id: true, name: true },
        })
      : [],
    tokenIds.length > 0
      ? database().apiToken.findMany({
          where: { id: { in: tokenIds } },
          select: { id: true, name: true },
        })
      : [],
  ]);
  return new Map([
    ["API_TOKEN", "API_TOKEN"],
    ...owners.map(({ id, name }): [string, string] => [`owner:${id}`, name]),
    ...tokens.map(({ id, name }): [string, string] => [`token:${id}`, name]),
  ]);
}

/** Before the Editor who imported a link. */
const imported = "import:";

/** What a link stores of who created it. */
export function creatorOf(by: Editor, isImport = false): string {
  return isImport ? imported + by : by;
}

/**
 * Who created a link. Null for links from before it was stored, and if whoever it was no longer
 * exists.
 */
export type Creator = { name: string } | null;

/** The creators of links, by id. */
export async function creatorsOf(
  rows: readonly { id: number; createdBy: string | null }[],
): Promise<ReadonlyMap<number, Creator>> {
  const names = await editorNames(rows.map(({ createdBy }) => editorIn(createdBy)));
  return new Map(rows.map(({ id, createdBy }) => [id, creatorIn(createdBy, names)]));
}

/** The links with their creators, for those who ask for them. */
export async function withCreators<L extends { id: number }>(
  links: readonly L[],
): Promise<(L & { createdBy: Creator })[]> {
  const rows = await database().link.findMany({
    where: { id: { in: links.map(({ id }) => id) } },
    select: { id: true, createdBy: true },
  });
  const creators = await creatorsOf(rows);
  return links.map((link) => ({ ...link, createdBy: creators.get(link.id) ?? null }));
}

/** Whether there is a link that somebody imported. */
export async function isAnyImported(): Promise<boolean> {
  const link = await database().link.findFirst({
    // All that is stored begins with one of four words, so every collation has imports between
    // these bounds, which an index of it can use.
    where: { createdBy: { startsWith: imported, gt: "import", lt: "owner" } },
    select: { id: true },
  });
  return link !== null;
}

/** The person or token in what a link stores. */
export function editorIn(createdBy: string | null): string | null {
  return createdBy?.startsWith(imported) ? createdBy.slice(imported.length) : createdBy;
}

/** `names`: those of `editorIn`. */
export function creatorIn(createdBy: string | null, names: ReadonlyMap<string, string>): Creator {
  const name = names.get(editorIn(createdBy) ?? "");
  if (name === undefined) return null;
  return { name: createdBy?.startsWith(imported) ? `${name} (import)` : name };
}

/**
 * What the links of a creator store, for `createdBy`: `me`, the email or name of a person, or
 * `token:` with a name. With a person come that person's tokens; for a token, `me` is its owner,
 * too. Empty if there is nobody like that, undefined without `createdBy`.
 */
export async function findCreators(
  createdBy: string | undefined,
  me: Editor,
): Promise<string[] | undefined> {
  if (createdBy === undefined) return undefined;
  const editors =
    createdBy === "me"
      ? await ownWays(me)
      : createdBy.startsWith("token:")
        ? await tokensNamed(createdBy.slice(6))
        : await owners(createdBy);
  return editors.flatMap((editor) => [creatorOf(editor), creatorOf(editor, true)]);
}

/** Of the same person: in the dashboard and with each token. */
export async function ownWays(me: Editor): Promise<Editor[]> {
  if (me === "API_TOKEN") return [me];
  if (me.startsWith("owner:")) return waysOf(me.slice("owner:".length));
  const token = await database().apiToken.findUnique({
    where: { id: me.slice("token:".length) },
    select: { ownerId: true },
  });
  return token?.ownerId ? waysOf(token.ownerId) : [me];
}

async function owners(emailOrName: string): Promise<Editor[]> {
  const named = await database().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Owner" WHERE "foldText"("name") = ${foldText(emailOrName)}`;
  const people = await database().owner.findMany({
    where: {
      OR: [withEmail(canonicalEmail(emailOrName)), { id: { in: named.map(({ id }) => id) } }],
    },
    select: { id: true },
  });
  return (await Promise.all(people.map(({ id }) => waysOf(id)))).flat();
}

async function waysOf(ownerId: string): Promise<Editor[]> {
  const tokens = await database().apiToken.findMany({ where: { ownerId }, select: { id: true } });
  return [`owner:${ownerId}`, ...tokens.map(({ id }): Editor => `token:${id}`)];
}

async function tokensNamed(name: string): Promise<Editor[]> {
  const tokens = await database().apiToken.findMany({ where: { name }, select: { id: true } });
  return tokens.map(({ id }): Editor => `token:${id}`);
}
