"use client";

import { useSyncExternalStore } from "react";
import { useTexts } from "#texts";
import { Button } from "./button";
import { Share } from "./icons";
import { showToast } from "./toast";

const never = () => () => {};
const isPhone = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** Opens the share sheet of a phone or tablet. Renders nothing where there is none. */
export function ShareButton({ url, label }: { url: string; label?: string }) {
  const canShare = useSyncExternalStore(never, isPhone, () => false);
  const t = useTexts("common");
  if (!canShare) return null;
  const share = () =>
    navigator.share({ url }).catch((error: Error) => {
      if (error.name !== "AbortError") showToast(t("notShared"), { failed: true });
    });
  return (
    <Button
      {...(label ? { "aria-label": label, variant: "bare", size: "icon" } : {})}
      onClick={() => void share()}
    >
      <Share aria-hidden className="size-4" />
      {!label && t("share")}
    </Button>
  );
}
