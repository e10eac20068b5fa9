import { isoDate } from "../core/day";
import { toLocation } from "../core/destination";
import { scheduledAt } from "../core/destination-rules";
import type { FileFormat } from "../core/table-file";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { columns, type LinkColumn } from "../links/fields";
import { shownLink } from "../links/get-link";
import type { Link } from "../links/link";
import { stateConditions } from "../links/state-conditions";
import { english } from "../texts/say";
import { linkPages } from "./export-links";

/**
 * How a program takes redirects. Only slugs and URIs get into it, which need few escapes. Like here, a
 * path may end with one slash more.
 */
interface Form {
  file: FileFormat;
  comment: (line: string) => string;
  /** How to use it. */
  usage: string;
  start: (origin: URL) => string;
  row: (slug: string, to: string) => string;
  end: string;
  /** Longer destinations are left out. */
  longest?: number;
}

const hash = (line: string) => `# ${line}\n`;

const forms = {
  nginx: {
    file: "conf",
    comment: hash,
    usage: english("redirectsForNginx"),
    // A value of `geo` has no variables, so it can be a dollar sign.
    start: ({ hostname }) =>
      `geo $slugline_dollar {\n  default "$";\n}\nserver {\n  listen 80;\n  server_name ${hostname};\n  rewrite ^(/[^/]+)/$ $1;\n`,
    row: (slug, to) =>
      `  location = /${slug} { return 302 "${to.replaceAll("$", `\${slugline_dollar}`)}"; }\n`,
    end: "}\n",
    longest: 4_000,
  },
  caddy: {
    file: "txt",
    comment: hash,
    usage: english("redirectsForCaddy"),
    start: ({ origin }) =>
      `${origin} {\n\troute {\n\t\turi strip_suffix /\n\t\tmap {path} {slugline} {\n`,
    row: (slug, to) => `\t\t\t/${slug} \`${to}\`\n`,
    end: '\t\t\tdefault ""\n\t\t}\n\t\t@known expression `{slugline} != ""`\n\t\tredir @known {slugline} 302\n\t\trespond 404\n\t}\n}\n',
  },
  apache: {
    file: "conf",
    comment: hash,
    usage: english("redirectsForApache"),
    start: () => "RewriteEngine On\n",
    row: (slug, to) =>
      `RewriteRule "^/?${slug}/?$" "${to.replace(/[$%]/g, "\\$&")}" [R=302,L,NE,QSD]\n`,
    end: "",
  },
  netlify: {
    file: "txt",
    comment: hash,
    usage: english("redirectsForNetlify"),
    start: () => "",
    row: (slug, to) => `/${slug} ${to} 302\n`,
    end: "",
  },
  cloudflare: {
    file: "js",
    comment: (line) => `// ${line}\n`,
    usage: english("redirectsForCloudflare"),
    start: () => "const redirects = new Map([\n",
    row: (slug, to) => `  ${JSON.stringify([`/${slug}`, to])},\n`,
    end: `]);
export default {
  fetch({ url }) {
    const to = redirects.get(new URL(url).pathname.replace(/\\/$/, ""));
    return to ? new Response(null, { status: 302, headers: { Location: to } }) : new Response(null, { status: 404 });
  },
};
`,
  },
  html: {
    file: "html",
    comment: (line) => `<!-- ${line.replaceAll("--", "- -")} -->\n`,
    usage: english("redirectsForHtml"),
    start: ({ host }) => `<!doctype html>\n<meta charset="utf-8">\n<title>${host}</title>\n<ul>\n`,
    row: (slug, to) => `<li><a id="${slug}" href="${inAttribute(to)}">/${slug}</a>\n`,
    end: `</ul>
<script>
  const link = document.getElementById(location.pathname.split("/").filter(Boolean).pop() ?? "");
  if (link?.href) location.replace(link.href);
</script>
`,
  },
} as const satisfies Record<string, Form>;

export type RedirectFormat = keyof typeof forms;
export const redirectFormats = Object.keys(forms) as RedirectFormat[];

function inAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
}

/**
 * What RFC 3986 has no place for would need other escapes in each format. To browsers a backslash in
 * a path is a slash.
 */
function uriOf(destination: string): string {
  return toLocation(destination)
    .replace(/^https?:[^?#]*/i, (path) => path.replaceAll("\\", "/"))
    .replace(/["<>\\^`{|}]/g, encodeURIComponent);
}

export function redirectFile(format: RedirectFormat): FileFormat {
  return forms[format].file;
}

/** Active links and aliases as redirects of another server, as they are now. */
export async function* redirectMap(
  format: RedirectFormat,
  baseUrl: string,
  now: Date,
): AsyncGenerator<string> {
  const { comment, usage, start, row, end, longest }: Form = forms[format];
  const origin = new URL(baseUrl);
  const head = [
    english("redirectsOf", { origin: origin.origin, date: isoDate(now) }),
    usage,
    ...(await unsaid(now)),
  ];
  yield head.map(comment).join("") + start(origin);
  // Escapes make destinations longer, so only these tell what is left out.
  const tooLong: string[] = [];
  let leftOut = 0;
  for await (const rows of linkPages({ q: "", state: "active" }, now)) {
    const links = rows.map(shownLink);
    yield links
      .filter((link) => !link.hasPassword)
      .flatMap((link) => {
        const to = locationOf(link, now);
        if (to.length <= (longest ?? to.length))
          return [link.slug, ...(link.aliases ?? [])].map((slug) => row(slug, to));
        leftOut++;
        if (tooLong.length < mostNamed) tooLong.push(link.slug);
        return [];
      })
      .join("");
  }
  yield end;
  if (longest === undefined || leftOut === 0) return;
  yield comment(english("redirectsTooLong", { most: longest, slugs: named(tooLong, leftOut) }));
}

function locationOf({ url, schedule }: Pick<Link, "url" | "schedule">, now: Date): string {
  return uriOf(scheduledAt(schedule ?? null, now)?.url ?? url);
}

const mostNamed = 100;
/** What a redirect says, or what says nothing of an active link. */
const said: ReadonlySet<LinkColumn> = new Set(["slug", "url", "enabled", "title", "startsAt"]);
const unsaidColumns = columns.filter(
  ({ name, visitors }) => visitors !== "unread" && !said.has(name),
);

/** What the map does not say, and of which links. */
async function unsaid(now: Date): Promise<string[]> {
  const lists = await Promise.all(
    unsaidColumns.map(async ({ field, name, unset }) => {
      const column = Prisma.raw(`l."${name}"`);
      const isSet = unset === false ? column : Prisma.sql`${column} IS NOT NULL`;
      const slugs = await slugsOf(isSet, now);
      if (slugs === "") return [];
      return name === "passwordHash"
        ? [english("redirectsLeftOut", { slugs })]
        : [english("redirectsUnsaid", { field, slugs })];
    }),
  );
  return lists.flat();
}

async function slugsOf(condition: Prisma.Sql, now: Date): Promise<string> {
  const rows = await database().$queryRaw<{ slug: string; all: number }[]>`
    SELECT l."slug", count(*) OVER ()::float8 AS "all" FROM "Link" l
    WHERE ${condition} AND ${stateConditions(now).active} ORDER BY l."id" LIMIT ${mostNamed}`;
  return named(
    rows.map(({ slug }) => slug),
    rows[0]?.all ?? 0,
  );
}

function named(shown: readonly string[], all: number): string {
  const slugs = shown.join(", ");
  const more = all - shown.length;
  return more > 0 ? english("redirectsAndMore", { slugs, more }) : slugs;
}
