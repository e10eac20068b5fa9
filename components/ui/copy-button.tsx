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

/**
 * Copies `text` and shows a toast. `what` is what the toast says was copied, by default the text
 * itself.
 */
export async function copyText(
  text: string,
  what: ReactNode = <span className="mono">{text}</span>,
): Promise<void> {
  const t = commonTexts();
  if (await writeClipboard(text)) showToast(t.rich("copied", { what: () => what }));
  else showToast(t("copyBlocked", { text }), { failed: true });
}

/** Without `children` it is an icon button with `label` as its accessible name. */
export function CopyButton({
  text,
  what,
  label,
  children,
  ...look
}: {
  text: string;
  what?: ReactNode;
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
      onClick={() => void copyText(text, what).then(() => setCopied(true))}
    >
      <Icon
        name={copied ? "check" : "copy"}
        className={look.size === "tiny" || look.size === "small" ? "size-3.5" : "size-4"}
      />
      {children}
    </Button>
  );
}
