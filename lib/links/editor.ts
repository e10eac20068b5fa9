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
