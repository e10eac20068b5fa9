/** Who edits a link, as its history stores it: an owner, an owner's API token, or the server's own token. */
export type Editor = `owner:${string}` | `token:${string}` | "API_TOKEN";

export function editorOf({ tokenId }: { tokenId: string | null }): Editor {
  return tokenId === null ? "API_TOKEN" : `token:${tokenId}`;
}
