import type { ClipboardEvent } from "react";
import { hasSeveralLinks } from "@/lib/core/pasted-links";
import { useOpenDialog } from "../../layout/open-dialog";

/**
 * Opens the dialog for several links if text that was meant for one address has several. The result
 * says whether it did.
 */
export function useTakeSeveral(): (text: string) => boolean {
  const open = useOpenDialog();
  return (text) => {
    const isSeveral = hasSeveralLinks(text);
    if (isSeveral) open({ kind: "several", text });
    return isSeveral;
  };
}

/** For `onPaste` of a field for one address. */
export function usePasteSeveral(): (event: ClipboardEvent) => void {
  const take = useTakeSeveral();
  return (event) => {
    if (take(event.clipboardData.getData("text/plain"))) event.preventDefault();
  };
}
