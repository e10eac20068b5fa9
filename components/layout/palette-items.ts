import { ChartNoAxesColumn, Copy, Keyboard, Link as LinkIcon, type LucideIcon, Megaphone, Pencil, Plus, QrCode, Settings2 } from "lucide-react";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import { copyText } from "../ui/copy-button";
import type { DialogRequest } from "./open-dialog";

export interface PaletteItem {
  id: string;
  name: string;
  Icon: LucideIcon;
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
  host: string;
}

const places = [
  { name: "Overview", path: "/dashboard/overview", Icon: ChartNoAxesColumn },
  { name: "Links", path: "/dashboard/links", Icon: LinkIcon },
  { name: "Campaigns", path: "/dashboard/campaigns", Icon: Megaphone },
  { name: "Settings", path: "/dashboard/settings", Icon: Settings2 },
] as const;

/** The palette's entries for `query`: matching links, actions and pages. Empty groups are left out. */
export function paletteGroups(query: string, links: Link[], { open, go, host }: Means): PaletteGroup[] {
  const wanted = query.trim().toLowerCase();
  const says = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  const [first] = wanted ? links : [];
  const actions: PaletteItem[] = [
    newLink(query.trim(), open),
    ...(first ? actionsOn(first, { open, host }) : []),
    ...[{ id: "help", name: "Keyboard shortcuts", Icon: Keyboard, key: "?", run: () => open({ kind: "help" }) }].filter(says),
  ];
  const pages = places.filter(says).map(({ name, path, Icon }) => ({ id: path, name, Icon, run: () => go(path) }));
  return [
    { name: wanted ? "Links" : "Newest links", items: links.slice(0, wanted ? 8 : 4).map((link) => linkItem(link, go)) },
    { name: "Actions", items: actions },
    { name: "Pages", items: pages },
  ].filter(({ items }) => items.length > 0);
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

/** Uses the typed text as the destination if it looks like a URL, else as the slug if it is a valid one. */
function newLink(typed: string, open: Means["open"]): PaletteItem {
  const given = /^https?:\/\//i.test(withScheme(typed)) ? { url: typed } : /^[\w-]{1,64}$/.test(typed) ? { slug: typed } : {};
  const name = "url" in given ? `New link to ${typed}` : "slug" in given ? `New link with the slug ${typed}` : "New link";
  return { id: "new", name, Icon: Plus, key: "C", run: () => open({ kind: "create", ...given }) };
}

function actionsOn(link: Link, { open, host }: Pick<Means, "open" | "host">): PaletteItem[] {
  return [
    { id: "share", name: `Share /${link.slug} by channel`, Icon: Megaphone, run: () => open({ kind: "share", link }) },
    { id: "copy", name: `Copy ${host}/${link.slug}`, Icon: Copy, run: () => void copyText(link.shortUrl) },
    { id: "qr", name: `QR code of /${link.slug}`, Icon: QrCode, run: () => open({ kind: "qr", link }) },
    { id: "edit", name: `Edit /${link.slug}`, Icon: Pencil, run: () => open({ kind: "edit", link }) },
  ];
}
