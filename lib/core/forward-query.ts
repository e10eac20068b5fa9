/** What a visitor may add to a destination. Parameters beyond it are left out whole. */
const mostParameters = 100;
const mostCharacters = 4_096;
/** Nobody needs more, and each takes a microsecond of the thread that redirects. */
const mostRead = 500;

/**
 * What a query may contain besides these is percent-encoded (RFC 3986, 3.4). Some servers take a
 * semicolon for an ampersand.
 */
const notInQuery = /[^A-Za-z0-9\-._~!$'()*+,:@/?%=]/gu;

/**
 * The destination with the parameters of a visitor's query behind its own. It gets none that it has
 * itself, or that a common server would take for one that it has, and campaign tags (`utm_`) only
 * with `withTags`. Its fragment stays at its end.
 */
export function forwardQuery(
  url: string,
  query: string,
  { withTags }: { withTags: boolean },
): string {
  if (query === "") return url;
  const hash = url.indexOf("#");
  const [base, fragment] = hash < 0 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  const start = base.indexOf("?");
  const own = new Set(
    start < 0 ? [] : partsOf(base.slice(start + 1)).flatMap((part) => possibleNames(nameOf(part))),
  );
  const added = partsOf(query)
    .slice(0, mostRead)
    .filter((part) => {
      const name = nameOf(part);
      if (name.trim() === "" || /\p{Cc}/u.test(name)) return false;
      const read = possibleNames(name);
      return (
        !read.some((each) => own.has(each)) &&
        (withTags || !read.some((each) => each.startsWith("utm_")))
      );
    });
  const kept = withinBounds(added.map((part) => part.replace(notInQuery, encode)));
  if (kept.length === 0) return url;
  const joint = start < 0 ? "?" : /[?&]$/.test(base) ? "" : "&";
  return base + joint + kept.join("&") + fragment;
}

function partsOf(query: string): string[] {
  return query.split("&").filter((part) => part !== "");
}

function nameOf(part: string): string {
  // `&amp;` between parameters leaves its rest before a name.
  return ([...new URLSearchParams(part).keys()][0] ?? "").replace(/^(?:amp;)+/i, "");
}

/**
 * How servers may read a name: ASP.NET ignores case; PHP strips leading blanks, reads blanks, dots
 * and a bracket that nothing closes as underscores, and takes `a[b]`, as Rails does, for a part of
 * `a`.
 */
function possibleNames(name: string): string[] {
  const folded = name.trimStart().toLowerCase().replace(/[. ]/g, "_");
  return [folded.replaceAll("[", "_"), folded.replace(/\[.*$/s, "")];
}

function encode(character: string): string {
  return encodeURIComponent(character.toWellFormed());
}

function withinBounds(parts: readonly string[]): string[] {
  let length = 0;
  return parts.slice(0, mostParameters).filter((part) => {
    if (length + part.length + 1 > mostCharacters) return false;
    length += part.length + 1;
    return true;
  });
}
