import { linkListSchema } from "./list-schema";

/** Proxies and clients refuse an answer with long headers, and each relation repeats the query. */
const mostBytes = 4_096;

type Relation = [name: string, target: string];

/** The value of a Link header (RFC 8288) for the pages of a list. */
export function pageLinks(
  url: string,
  { total, limit, offset }: { total: number; limit: number; offset: number },
): string | null {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const at = targetsOf(url);
  const relations: [string, number | null][] = [
    ["first", 0],
    ["prev", offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : null],
    ["next", offset + limit < total ? offset + limit : null],
    ["last", last],
  ];
  return headerOf(
    relations.flatMap(([name, target]): Relation[] =>
      target === null ? [] : [[name, at({ limit, offset: target })]],
    ),
  );
}

/** The same for a list that is walked by cursor. */
export function cursorLinks(url: string, nextCursor: string | null): string | null {
  const at = targetsOf(url);
  const next: Relation[] = nextCursor === null ? [] : [["next", at({ cursor: nextCursor })]];
  return headerOf([["first", at({ cursor: "" })], ...next]);
}

/** Parameters that the list ignores are left out. */
function targetsOf(url: string): (changes: Record<string, string | number>) => string {
  const { pathname, searchParams } = new URL(url);
  const known = [...searchParams].filter(([name]) =>
    Object.hasOwn(linkListSchema.shape, name.replace(/\[\]$/, "")),
  );
  return (changes) => {
    const query = new URLSearchParams(known);
    for (const [name, value] of Object.entries(changes)) query.set(name, String(value));
    return `${pathname}?${query}`;
  };
}

/**
 * From the first that has to be left out. Without `next` a client that follows links would stop too
 * early.
 */
const leastUseful = ["last", "first", "prev", "next"];

/** As many of the relations as fit, null if none does. */
function headerOf(relations: readonly Relation[]): string | null {
  for (let left = 0; left < leastUseful.length; left++) {
    const kept = relations.filter(([name]) => leastUseful.indexOf(name) >= left);
    const header = kept.map(([name, target]) => `<${target}>; rel="${name}"`).join(", ");
    if (header.length <= mostBytes) return header || null;
  }
  return null;
}
