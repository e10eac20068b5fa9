"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "#texts";
import { commonTexts } from "@/components/texts/common-texts";
import { Button, type ButtonVariants } from "./button";
import { Icon } from "./icon";
import { showToast } from "./toast";

/** Resolves with whether the browser allowed it: the clipboard needs HTTPS and permission. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies `text` and shows a toast. */
export async function copyText(text: string): Promise<void> {
  const t = commonTexts();
  if (await writeClipboard(text)) showToast(t("copied"));
  else showToast(t("copyBlocked", { text }), { failed: true });
}

/** Without `children` it is an icon button with `label` as its accessible name. */
export function CopyButton({
  text,
  label,
  children,
  ...look
}: {
  text: string;
  label?: string;
  children?: ReactNode;
  className?: string;
} & ButtonVariants) {
  const t = useTexts("common");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      {...look}
      {...(children ? {} : { "aria-label": label ?? t("copyThat", { text }) })}
      onClick={() => void copyText(text).then(() => setCopied(true))}
    >
      <Icon
        name={copied ? "check" : "copy"}
        className={look.size === "tiny" || look.size === "small" ? "size-3.5" : "size-4"}
      />
      {children}
    </Button>
  );
}
