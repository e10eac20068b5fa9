import { linkListSchema } from "../links/list-schema";

/** Proxies and clients refuse an answer with long headers, and each relation repeats the query. */
const mostBytes = 4_096;

type Relation = [name: string, target: string];

/** The value of a Link header (RFC 8288) for the pages of a list. */
export function pageLinks(url: string, { total, limit, offset }: { total: number; limit: number; offset: number }): string | null {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const at = targetsOf(url);
  const relations: [string, number | null][] = [
    ["next", offset + limit < total ? offset + limit : null],
    ["prev", offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : null],
    ["first", 0],
    ["last", last],
  ];
  return headerOf(relations.flatMap(([name, target]): Relation[] => (target === null ? [] : [[name, at({ limit, offset: target })]])));
}

/** The same for a list that is walked by cursor. */
export function cursorLinks(url: string, nextCursor: string | null): string | null {
  const at = targetsOf(url);
  const next: Relation[] = nextCursor === null ? [] : [["next", at({ cursor: nextCursor })]];
  return headerOf([...next, ["first", at({ cursor: "" })]]);
}

/** Parameters that the list ignores are left out. */
function targetsOf(url: string): (changes: Record<string, string | number>) => string {
  const { pathname, searchParams } = new URL(url);
  const known = [...searchParams].filter(([name]) => Object.hasOwn(linkListSchema.shape, name));
  return (changes) => {
    const query = new URLSearchParams(known);
    for (const [name, value] of Object.entries(changes)) query.set(name, String(value));
    return `${pathname}?${query}`;
  };
}

/** The first relations that fit, null if none does. */
function headerOf(relations: readonly Relation[]): string | null {
  let header = "";
  for (const [name, target] of relations) {
    const longer = `${header}${header && ", "}<${target}>; rel="${name}"`;
    if (longer.length > mostBytes) break;
    header = longer;
  }
  return header || null;
}
