"use client";

import { useSyncExternalStore } from "react";
import { useTexts } from "#texts";
import { askAgain, lossCause, onLoss } from "../texts/lost-parts";
import { Button } from "./button";

/** Says that a part of the page did not come, until it has. Place it once per page. */
export function LostNotice() {
  const t = useTexts("common");
  const cause = useSyncExternalStore(onLoss, lossCause, () => null);
  if (!cause) return null;
  const isOld = cause === "updated";
  const reason = cause === "noAnswer" || cause === "noConnection" ? ` ${t(cause)}` : "";
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-card bg-inverse py-1.5 ps-3.5 pe-2 text-on-inverse text-small shadow-overlay max-sm:bottom-19"
    >
      {isOld ? t("lost.updated") : t("lost.part") + reason}
      <Button
        variant="inverse"
        size="small"
        className="h-8 bg-on-inverse/12 max-sm:h-11"
        onClick={isOld ? () => location.reload() : askAgain}
      >
        {t(isOld ? "lost.reload" : "tryAgain")}
      </Button>
    </div>
  );
}
