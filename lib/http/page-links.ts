/** The value of a Link header (RFC 8288) for the pages of a list. */
export function pageLinks(url: string, { total, limit, offset }: { total: number; limit: number; offset: number }): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const at = (target: number) => {
    const { pathname, searchParams } = new URL(url);
    searchParams.set("limit", String(limit));
    searchParams.set("offset", String(target));
    return `${pathname}?${searchParams}`;
  };
  const relations: [string, number | null][] = [
    ["first", 0],
    ["prev", offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : null],
    ["next", offset + limit < total ? offset + limit : null],
    ["last", last],
  ];
  return relations.flatMap(([name, target]) => (target === null ? [] : [`<${at(target)}>; rel="${name}"`])).join(", ");
}

/** The same for a list that is walked by cursor. */
export function cursorLinks(url: string, nextCursor: string | null): string {
  const at = (cursor: string) => {
    const { pathname, searchParams } = new URL(url);
    searchParams.set("cursor", cursor);
    return `${pathname}?${searchParams}`;
  };
  return [`<${at("")}>; rel="first"`, ...(nextCursor === null ? [] : [`<${at(nextCursor)}>; rel="next"`])].join(", ");
}
