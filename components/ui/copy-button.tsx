"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button, type ButtonVariants } from "./button";
import { Icon } from "./icon";
import { showToast } from "./toast";

/** Puts `text` on the clipboard and says so in a toast. `told` is what it says was copied, else the text itself. */
export async function copyText(text: string, told: ReactNode = <span className="mono">{text}</span>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(<>Copied {told}</>);
  } catch {
    // Without https or permission a browser has no clipboard for us.
    showToast(<>Copying is not allowed here. Select and copy it: {text}</>, { failed: true });
  }
}

/** Without `children` it is an icon, named by `label`. */
export function CopyButton({
  text,
  told,
  label,
  children,
  ...look
}: { text: string; told?: ReactNode; label?: string; children?: ReactNode; className?: string } & ButtonVariants) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      {...look}
      {...(children ? {} : { "aria-label": label ?? `Copy ${text}` })}
      onClick={() => void copyText(text, told).then(() => setCopied(true))}
    >
      <Icon name={copied ? "check" : "copy"} className={look.size === "tiny" || look.size === "small" ? "size-3.5" : "size-4"} />
      {children}
    </Button>
  );
}
