"use client";

import { useTexts } from "#texts";
import { buttonStyle } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Plus } from "@/components/ui/icons";
import { showToast } from "@/components/ui/toast";

/** Opens the dialog for a new link with the page that is open in the browser. */
export function Bookmarklet({ baseUrl }: { baseUrl: string }) {
  const t = useTexts("account.preferences");
  const common = useTexts("common");
  const page = "encodeURIComponent(location.href)";
  const title = 'encodeURIComponent([...document.title].slice(0,200).join(""))';
  const code = `javascript:void open("${baseUrl}/dashboard/new?url="+${page}+"&title="+${title})`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useValidAnchor: only a link can be dragged to the bookmarks */}
      <a
        id="bookmarklet"
        href="#bookmarklet"
        // React refuses such an address. It is for dragging: the policy of this page would not run
        // it either.
        ref={(element) => element?.setAttribute("href", code)}
        className={buttonStyle({})}
        onClick={(event) => {
          event.preventDefault();
          showToast(t("bookmarkletNote"));
        }}
      >
        <Plus aria-hidden className="size-4" />
        {t("shorten")}
      </a>
      <CopyButton text={code} label={common("copy")} variant="bare" size="icon" />
    </div>
  );
}
