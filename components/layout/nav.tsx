import type { ReactNode } from "react";
import { useTexts } from "#texts";
import {
  ChartPie,
  House,
  type IconComponent,
  Link as LinkIcon,
  Settings2,
} from "@/components/ui/icons";
import type { TextName } from "@/lib/texts/translator";
import { NavLink } from "./nav-link";

const places = [
  { href: "/dashboard/overview", name: "home", Icon: House },
  {
    href: "/dashboard/links",
    name: "links",
    Icon: LinkIcon,
    others: ["/dashboard/missed", "/dashboard/tags"],
  },
  { href: "/dashboard/statistics", name: "statistics", Icon: ChartPie },
  { href: "/dashboard/settings", name: "settings", Icon: Settings2 },
] as const satisfies Place[];

interface Place {
  href: string;
  name: TextName<"common.nav">;
  Icon: IconComponent;
  /** Other pages that belong to it. */
  others?: readonly string[];
}

type Name = (typeof places)[number]["name"];

/** `counts` are shown after the names and may stream in. */
export function SideNav({ counts }: { counts: Partial<Record<Name, ReactNode>> }) {
  const t = useTexts("common.nav");
  return (
    <nav aria-label={t("label")} className="mt-3 flex flex-col gap-0.5">
      {places.map(({ href, name, Icon, ...place }) => (
        <NavLink
          key={href}
          href={href}
          {...place}
          title={t(name)}
          className="group flex h-8 items-center gap-2.5 rounded-control px-2.5 text-secondary transition-colors hover:bg-hover hover:text-text aria-[current]:bg-chosen aria-[current]:font-medium aria-[current]:text-text max-lg:size-10 max-lg:justify-center max-lg:p-0"
        >
          <Icon aria-hidden className="size-4 shrink-0 group-aria-[current]:text-accent" />
          <span className="flex-1 max-lg:sr-only">{t(name)}</span>
          <span className="font-normal text-label text-tertiary tabular-nums group-aria-[current]:text-secondary max-lg:hidden">
            {counts[name]}
          </span>
        </NavLink>
      ))}
    </nav>
  );
}

/**
 * The bottom bar of small screens. `create` is the button in its middle, which readers do not have.
 */
export function Dock({ create }: { create: ReactNode }) {
  const t = useTexts("common.nav");
  const items = places.map(({ href, name, Icon, ...place }) => (
    <NavLink
      key={href}
      href={href}
      {...place}
      className="group flex flex-col items-center justify-center gap-[3px] px-1 text-[12px] text-secondary leading-[14px] max-[339px]:px-0.5 max-[339px]:text-[11px] aria-[current]:font-medium aria-[current]:text-text"
    >
      <Icon className="h-[26px] w-5 stroke-[1.6] py-[3px] group-aria-[current]:text-accent" />
      {t(name === "settings" ? "settingsShort" : name)}
    </NavLink>
  ));
  return (
    <nav
      aria-label={t("label")}
      className="fixed inset-x-0 bottom-0 z-8 grid h-[calc(60px+env(safe-area-inset-bottom))] auto-cols-[minmax(auto,1fr)] grid-flow-col border-hairline border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {items.slice(0, 2)}
      {create}
      {items.slice(2)}
    </nav>
  );
}
