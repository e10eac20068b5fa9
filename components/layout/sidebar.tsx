import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { getTexts } from "@/components/texts/get-texts";
import { Plus, Search } from "@/components/ui/icons";
import { Kbd } from "../ui/kbd";
import { CommandButton } from "./command-button";
import { LogoTile } from "./logo";
import { SideNav } from "./nav";
import { getViewer } from "./viewer";

const narrow = "max-lg:size-10 max-lg:justify-center max-lg:p-0";

/**
 * The sidebar: 224 px wide, a 64 px icon rail below 1024 px. `views` may stream in; `foot` holds the
 * server state and the account menu.
 */
export async function Sidebar({
  host,
  counts,
  views,
  foot,
}: {
  host: string;
  counts: Parameters<typeof SideNav>[0]["counts"];
  views: ReactNode;
  foot: ReactNode;
}) {
  const { isApple } = await getViewer();
  const [t, keys] = [await getTexts("common.nav"), await getTexts("common.keys")];
  return (
    <aside className="sticky top-0 flex h-svh flex-col gap-1 border-hairline border-e print:hidden px-3 pt-4 pb-3 max-lg:items-center max-sm:hidden">
      <a
        href="/dashboard/overview"
        className="mb-4 flex h-8 items-center gap-2.5 rounded-chip px-2 max-lg:p-0"
      >
        <LogoTile size={28} />
        <span className="min-w-0 max-lg:sr-only">
          <span className="block font-semibold text-[15px] leading-[18px] tracking-head">
            Slugline
          </span>
          <span className="block truncate font-mono text-[12px] text-tertiary leading-[14px] tracking-[-0.02em]">
            {host}
          </span>
        </span>
      </a>
      <CommandButton
        command={{ kind: "palette" }}
        title={t("searchOrJump")}
        className={`mb-1 w-full justify-start px-2.5 pe-2 font-normal text-secondary ${narrow}`}
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-start max-lg:sr-only">{t("search")}</span>
        <Kbd aria-hidden className="max-lg:hidden">
          {isApple ? "⌘ K" : `${keys("ctrl")} K`}
        </Kbd>
      </CommandButton>
      <CommandButton
        command={{ kind: "create" }}
        title={t("newLink")}
        className={`w-full justify-start px-3 pe-2 ${narrow}`}
        aria-keyshortcuts="C"
      >
        <Plus aria-hidden className="size-4" />
        <span className="flex-1 text-start max-lg:sr-only">{t("newLink")}</span>
        <Kbd aria-hidden className="max-lg:hidden">
          C
        </Kbd>
      </CommandButton>
      <SideNav counts={counts} />
      {views}
      <div className="mt-auto flex w-full flex-col gap-2">{foot}</div>
    </aside>
  );
}

/** The top bar of small screens. `children`: the account menu. */
export function Topbar({ children }: { children: ReactNode }) {
  const t = useTexts("common.nav");
  return (
    <header className="sticky top-0 z-6 flex h-[52px] print:hidden items-center gap-2.5 border-hairline border-b bg-page pe-1 ps-4 sm:hidden">
      <a href="/dashboard/overview" className="flex h-full items-center gap-2.5">
        <LogoTile size={24} />
        <b className="font-semibold text-[15px] tracking-head">Slugline</b>
      </a>
      <CommandButton
        command={{ kind: "palette" }}
        variant="ghost"
        size="icon"
        aria-label={t("searchOrJump")}
        className="ms-auto"
      >
        <Search className="size-5 stroke-[1.6]" />
      </CommandButton>
      {children}
    </header>
  );
}

/** The "New" button in the middle of the bottom bar. */
export function DockCreate() {
  const t = useTexts("common.nav");
  return (
    <CommandButton
      command={{ kind: "create" }}
      className="h-full flex-col gap-[3px] rounded-none border-0 bg-transparent p-0 font-normal text-[12px] text-text leading-[14px] [&>svg:first-child]:ms-0"
    >
      <Plus className="h-[26px] w-9 rounded-control bg-accent py-1 text-on-accent" />
      {t("newShort")}
    </CommandButton>
  );
}
