import type { DialogRequest } from "@/components/layout/open-dialog";
import { settingsOf } from "@/components/layout/settings-parts";
import { themeChoices } from "@/components/layout/use-theme";
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
import { foldText, hasWords } from "@/lib/core/fold-text";
import { withScheme } from "@/lib/core/typed-destination";
import type { Theme } from "@/lib/core/viewer-cookies";
import type { Link } from "@/lib/links/link";
import type { SavedView } from "@/lib/stats/list/saved-views";
import type { TextName, Texts } from "@/lib/texts/translator";

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
  t: Texts<"common">;
}

/** `words`: synonyms. What is not `common` is shown only if the query asks for it. */
type Entry = PaletteItem & { words: string; common?: boolean };

const places: {
  page: TextName<"common.palette.pages">;
  href: string;
  Icon: IconComponent;
  common?: boolean;
  needs?: Role;
}[] = [
  { page: "home", href: "/dashboard/overview", Icon: House, common: true },
  { page: "links", href: "/dashboard/links", Icon: LinkIcon, common: true },
  { page: "statistics", href: "/dashboard/statistics", Icon: ChartPie, common: true },
  { page: "campaigns", href: "/dashboard/campaigns", Icon: Megaphone, common: true },
  { page: "missed", href: "/dashboard/missed", Icon: Unlink },
  {
    page: "tags",
    href: "/dashboard/tags",
    Icon: TagIcon,
    needs: access.pages["/dashboard/tags"],
  },
  { page: "settings", href: "/dashboard/settings", Icon: Settings2, common: true },
];

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
  const { t } = means;
  const wanted = query.trim();
  const isWanted = ({ name, words, common }: Entry) =>
    wanted ? hasWords(`${name} ${words}`, wanted) : common;
  const [first] = wanted ? links : [];
  const parts = settingsOf(means.role)
    .flatMap((page) => page.parts)
    .map(({ href, name }) => ({
      href,
      name: t(`settingsParts.${name}`),
      words: t(`settingsWords.${name}`),
      Icon: Settings2,
    }));
  const open = places
    .filter(({ needs = "reader" }) => hasRole(means.role, needs))
    .map(({ page, ...place }) => ({
      ...place,
      name: t(`palette.pages.${page}`),
      words: t(`palette.pageWords.${page}`),
    }));
  const pages = [...open, ...parts]
    .map(({ href, ...place }): Entry => ({ ...place, id: href, run: () => means.go(href) }))
    .filter(isWanted);
  const found = commands(means).filter(isWanted);
  const create = means.role === "reader" ? [] : [newLink(query.trim(), means)];
  const actions = first ? actionsOn(first, means) : [];
  const groups = wanted
    ? [
        {
          name: t("palette.groupLinks"),
          items: links.slice(0, 8).map((link) => linkItem(link, means.go)),
        },
        {
          name: t("palette.groupTags"),
          items: tags
            .filter((name) => foldText(name).includes(foldText(wanted)))
            .slice(0, 4)
            .flatMap((name) => tagItems(name, means)),
        },
        {
          name: t("palette.groupViews"),
          items: views.map((view) => viewEntry(view, means)).filter(isWanted),
        },
        // A page or command of this name is meant rather than a new link with this slug.
        { name: t("palette.groupPages"), items: pages },
        { name: t("palette.groupActions"), items: [...found, ...create, ...actions] },
      ]
    : [
        {
          name: t("palette.groupNewest"),
          items: links.slice(0, 4).map((link) => linkItem(link, means.go)),
        },
        { name: t("palette.groupActions"), items: [...create, ...found] },
        { name: t("palette.groupPages"), items: pages },
      ];
  return groups.filter(({ items }) => items.length > 0);
}

function commands({ open, go, setTheme, signOut, role, t }: Means): Entry[] {
  const settings = "/dashboard/settings";
  const all: (Omit<Entry, "name" | "words"> & {
    id: TextName<"common.palette.actions">;
    needs?: Role;
  })[] = [
    {
      id: "help",
      Icon: Keyboard,
      key: "?",
      common: true,
      run: () => open({ kind: "help" }),
    },
    {
      id: "several",
      Icon: Plus,
      needs: "editor",
      run: () => open({ kind: "several" }),
    },
    {
      id: "token",
      Icon: KeyRound,
      needs: "editor",
      run: () => go(`${settings}/tokens?new`),
    },
    {
      id: "invite",
      Icon: UserPlus,
      needs: "owner",
      run: () => go(`${settings}/people`),
    },
    {
      id: "import",
      Icon: Upload,
      needs: "editor",
      run: () => go(`${settings}/data`),
    },
    {
      id: "export",
      Icon: Download,
      run: () => go(`${settings}/data`),
    },
    {
      id: "password",
      Icon: KeyRound,
      run: () => go(`${settings}/sessions`),
    },
    ...themeChoices.map(({ theme, Icon }) => ({
      id: theme,
      Icon,
      run: () => setTheme(theme),
    })),
    {
      id: "signOut",
      Icon: LogOut,
      run: signOut,
    },
  ];
  return all
    .filter(({ needs = "reader" }) => hasRole(role, needs))
    .map((entry) => ({
      ...entry,
      name: t(`palette.actions.${entry.id}`),
      words: t(`palette.actionWords.${entry.id}`),
    }));
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

function viewEntry(view: SavedView, { go, t }: Means): Entry {
  const { id, name } = view;
  const words = t("palette.viewWords");
  return { id: `view ${id}`, name, words, Icon: Bookmark, run: () => go(viewHref(view)) };
}

function tagItems(name: string, { go, t }: Means): PaletteItem[] {
  const of = new URLSearchParams({ tag: name });
  return [
    {
      id: `tag ${name}`,
      name: t("palette.tagged", { tag: name }),
      Icon: TagIcon,
      run: () => go(tagHref(name)),
    },
    {
      id: `statistics ${name}`,
      name: t("palette.statisticsOf", { tag: name }),
      Icon: ChartPie,
      run: () => go(`/dashboard/statistics?${of}`),
    },
  ];
}

/**
 * Uses the typed text as the destination if it looks like a URL, else as the slug if it is a valid
 * one.
 */
function newLink(typed: string, { open, t }: Means): PaletteItem {
  const given = /^https?:\/\//i.test(withScheme(typed))
    ? { url: typed }
    : /^[\w-]{1,64}$/.test(typed)
      ? { slug: typed }
      : {};
  const name =
    "url" in given
      ? t("palette.newLinkTo", { address: typed })
      : "slug" in given
        ? t("palette.newLinkWithSlug", { slug: typed })
        : t("palette.newLink");
  return { id: "new", name, Icon: Plus, key: "C", run: () => open({ kind: "create", ...given }) };
}

function actionsOn(
  link: Link,
  { open, sharedUrl, role, t }: Pick<Means, "open" | "sharedUrl" | "role" | "t">,
): PaletteItem[] {
  return [
    {
      id: "share",
      name: t("palette.share", { link: `/${link.slug}` }),
      Icon: Megaphone,
      run: () => open({ kind: "share", link }),
    },
    {
      id: "copy",
      name: t("palette.copy", { text: sharedUrl(link).replace(/^https?:\/\//, "") }),
      Icon: Copy,
      run: () => void copyText(sharedUrl(link)),
    },
    {
      id: "qr",
      name: t("palette.qr", { address: `/${link.slug}` }),
      Icon: QrCode,
      run: () => open({ kind: "qr", link }),
    },
    ...(role === "reader"
      ? []
      : [
          {
            id: "edit",
            name: t("palette.edit", { name: `/${link.slug}` }),
            Icon: Pencil,
            run: () => open({ kind: "edit", link }),
          },
        ]),
  ];
}
