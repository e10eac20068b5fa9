"use client";

import { useEffect, useRef } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Download } from "@/components/ui/icons";
import { saveFile } from "@/components/ui/save-file";

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, account }: { codes: readonly string[]; account: string }) {
  const t = useTexts("signIn.factor");
  const common = useTexts("common");
  const text = `${t("recoveryCodesFile", { account })}\n\n${codes.join("\n")}\n`;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={element} className="flex flex-col gap-3">
      <p role="status" className="text-secondary">
        {t("recoveryCodesNote")}
      </p>
      <ol
        aria-label={t("recoveryCodes")}
        className="mono grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 inset-ring inset-ring-hairline"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} size="small">
          {common("copy")}
        </CopyButton>
        <Button
          size="small"
          onClick={() =>
            saveFile(new Blob([text], { type: "text/plain" }), "slugline-recovery-codes.txt")
          }
        >
          <Download aria-hidden className="size-3.5" />
          {common("download")}
        </Button>
      </div>
    </div>
  );
}
