import type { DialogRequest } from "@/components/layout/open-dialog";
import { settingsPagesOf } from "@/components/layout/settings-parts";
import { themeChoices } from "@/components/layout/use-theme";
import type { Theme } from "@/components/layout/viewer";
import { Bookmark } from "@/components/links/icons";
import { tagHref } from "@/components/links/links-href";
import { viewHref } from "@/components/links/list/view-address";
import { copyText } from "@/components/ui/copy-button";
import {
  ChartPie,
  Copy,
  Download,
  House,
  type IconComponent,
  Keyboard,
  KeyRound,
  Link as LinkIcon,
  LogOut,
  Megaphone,
  Pencil,
  Plus,
  QrCode,
  Settings2,
  Tag as TagIcon,
  Unlink,
  Upload,
  UserPlus,
} from "@/components/ui/icons";
import { access, hasRole, type Role } from "@/lib/core/access";
import { tagKey } from "@/lib/core/tag";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import type { SavedView } from "@/lib/stats/list/saved-views";

export interface PaletteItem {
  id: string;
  name: string;
  Icon: IconComponent;
  run: () => void;
  /** Set for links: shown before the name. */
  slug?: string;
  clicks?: number;
  /** The keyboard shortcut for the same action. */
  key?: string;
}

interface PaletteGroup {
  name: string;
  items: PaletteItem[];
}

interface Means {
  open: (command: DialogRequest) => void;
  go: (path: string) => void;
  setTheme: (theme: Theme) => void;
  signOut: () => void;
  /** The address at which a link is shared. */
  sharedUrl: (link: Link) => string;
  role: Role;
}

/** `words`: synonyms. What is not `common` is shown only if the query asks for it. */
type Entry = PaletteItem & { words: string; common?: boolean };

const places: {
  name: string;
  href: string;
  Icon: IconComponent;
  words: string;
  common?: boolean;
  needs?: Role;
}[] = [
  {
    name: "Home",
    href: "/dashboard/overview",
    Icon: House,
    words: "overview start today highlights",
    common: true,
  },
  { name: "Links", href: "/dashboard/links", Icon: LinkIcon, words: "list urls", common: true },
  {
    name: "Statistics",
    href: "/dashboard/statistics",
    Icon: ChartPie,
    words: "report analytics all links tags",
    common: true,
  },
  {
    name: "Campaigns",
    href: "/dashboard/campaigns",
    Icon: Megaphone,
    words: "utm tags sources",
    common: true,
  },
  {
    name: "Missed links",
    href: "/dashboard/missed",
    Icon: Unlink,
    words: "404 not found typo unknown slugs",
  },
  {
    name: "Tags",
    href: "/dashboard/tags",
    Icon: TagIcon,
    words: "labels groups colors colours rename merge",
    needs: access.pages["/dashboard/tags"],
  },
  {
    name: "Settings",
    href: "/dashboard/settings",
    Icon: Settings2,
    words: "configuration options",
    common: true,
  },
];

const themeNames = { light: "Light theme", dark: "Dark theme", system: "System theme" };

/**
 * The palette's entries for `query`: matching links and tags, actions and pages. Empty groups are
 * left out.
 */
export function paletteGroups(
  query: string,
  links: Link[],
  means: Means,
  { tags = [], views = [] }: { tags?: readonly string[]; views?: readonly SavedView[] } = {},
): PaletteGroup[] {
  const wanted = query.trim().toLowerCase();
  const isWanted = (entry: Entry) => (wanted ? matches(wanted, entry) : entry.common);
  const [first] = wanted ? links : [];
  const parts = settingsPagesOf(means.role)
    .flatMap((page) => page.parts)
    .map((part) => ({ ...part, Icon: Settings2 }));
  const open = places.filter(({ needs = "reader" }) => hasRole(means.role, needs));
  const pages = [...open, ...parts]
    .map(({ href, ...place }): Entry => ({ ...place, id: href, run: () => means.go(href) }))
    .filter(isWanted);
  const found = commands(means).filter(isWanted);
  const create = means.role === "reader" ? [] : [newLink(query.trim(), means.open)];
  const actions = first ? actionsOn(first, means) : [];
  const groups = wanted
    ? [
        { name: "Links", items: links.slice(0, 8).map((link) => linkItem(link, means.go)) },
        {
          name: "Tags",
          items: tags
            .filter((name) => tagKey(name).includes(tagKey(wanted)))
            .slice(0, 4)
            .flatMap((name) => tagItems(name, means.go)),
        },
        { name: "Views", items: views.map((view) => viewEntry(view, means.go)).filter(isWanted) },
        // A page or command of this name is meant rather than a new link with this slug.
        { name: "Pages", items: pages },
        { name: "Actions", items: [...found, ...create, ...actions] },
      ]
    : [
        { name: "Newest links", items: links.slice(0, 4).map((link) => linkItem(link, means.go)) },
        { name: "Actions", items: [...create, ...found] },
        { name: "Pages", items: pages },
      ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Whether each word of the query begins a word of the name or of its synonyms. */
function matches(wanted: string, { name, words }: Entry): boolean {
  const known = ` ${name} ${words}`.toLowerCase();
  return wanted.split(/\s+/).every((word) => known.includes(` ${word}`));
}

function commands({ open, go, setTheme, signOut, role }: Means): Entry[] {
  const settings = "/dashboard/settings";
  const all: (Entry & { needs?: Role })[] = [
    {
      id: "help",
      name: "Keyboard shortcuts",
      words: "help keys hotkeys",
      Icon: Keyboard,
      key: "?",
      common: true,
      run: () => open({ kind: "help" }),
    },
    {
      id: "several",
      name: "Several new links",
      words: "create many bulk paste lines multiple",
      Icon: Plus,
      needs: "editor",
      run: () => open({ kind: "several" }),
    },
    {
      id: "token",
      name: "New API token",
      words: "create key secret",
      Icon: KeyRound,
      needs: "editor",
      run: () => go(`${settings}/tokens?new`),
    },
    {
      id: "invite",
      name: "Invite a person",
      words: "add new user owner editor reader member team",
      Icon: UserPlus,
      needs: "owner",
      run: () => go(`${settings}/people`),
    },
    {
      id: "import",
      name: "Import links",
      words: "upload csv json bitly",
      Icon: Upload,
      needs: "editor",
      run: () => go(`${settings}/data`),
    },
    {
      id: "export",
      name: "Export links",
      words: "download backup csv json",
      Icon: Download,
      run: () => go(`${settings}/data`),
    },
    {
      id: "password",
      name: "Change password",
      words: "new",
      Icon: KeyRound,
      run: () => go(`${settings}/sessions`),
    },
    ...themeChoices.map(({ theme, Icon }) => ({
      id: theme,
      name: themeNames[theme],
      words: "switch color colour mode appearance night day",
      Icon,
      run: () => setTheme(theme),
    })),
    {
      id: "sign-out",
      name: "Sign out",
      words: "log out logout exit leave",
      Icon: LogOut,
      run: signOut,
    },
  ];
  return all.filter(({ needs = "reader" }) => hasRole(role, needs));
}

function linkItem({ slug, title, url, clickCount }: Link, go: Means["go"]): PaletteItem {
  return {
    id: `link ${slug}`,
    name: title ?? url.replace(/^https?:\/\//, ""),
    slug,
    clicks: clickCount,
    Icon: LinkIcon,
    run: () => go(`/dashboard/links/${slug}`),
  };
}

function viewEntry(view: SavedView, go: Means["go"]): Entry {
  const { id, name } = view;
  return { id: `view ${id}`, name, words: "view", Icon: Bookmark, run: () => go(viewHref(view)) };
}

function tagItems(name: string, go: Means["go"]): PaletteItem[] {
  const of = new URLSearchParams({ tag: name });
  return [
    {
      id: `tag ${name}`,
      name: `Links tagged ${name}`,
      Icon: TagIcon,
      run: () => go(tagHref(name)),
    },
    {
      id: `statistics ${name}`,
      name: `Statistics of ${name}`,
      Icon: ChartPie,
      run: () => go(`/dashboard/statistics?${of}`),
    },
  ];
}

/**
 * Uses the typed text as the destination if it looks like a URL, else as the slug if it is a valid
 * one.
 */
function newLink(typed: string, open: Means["open"]): PaletteItem {
  const given = /^https?:\/\//i.test(withScheme(typed))
    ? { url: typed }
    : /^[\w-]{1,64}$/.test(typed)
      ? { slug: typed }
      : {};
  const name =
    "url" in given
      ? `New link to ${typed}`
      : "slug" in given
        ? `New link with the slug ${typed}`
        : "New link";
  return { id: "new", name, Icon: Plus, key: "C", run: () => open({ kind: "create", ...given }) };
}

function actionsOn(
  link: Link,
  { open, sharedUrl, role }: Pick<Means, "open" | "sharedUrl" | "role">,
): PaletteItem[] {
  return [
    {
      id: "share",
      name: `Share /${link.slug} by channel`,
      Icon: Megaphone,
      run: () => open({ kind: "share", link }),
    },
    {
      id: "copy",
      name: `Copy ${sharedUrl(link).replace(/^https?:\/\//, "")}`,
      Icon: Copy,
      run: () => void copyText(sharedUrl(link)),
    },
    {
      id: "qr",
      name: `QR code of /${link.slug}`,
      Icon: QrCode,
      run: () => open({ kind: "qr", link }),
    },
    ...(role === "reader"
      ? []
      : [
          {
            id: "edit",
            name: `Edit /${link.slug}`,
            Icon: Pencil,
            run: () => open({ kind: "edit", link }),
          },
        ]),
  ];
}
