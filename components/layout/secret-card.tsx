import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { KeyRound } from "@/components/ui/icons";

/** Shows a secret once. `children` is an example of its use. */
export function SecretCard({
  title,
  note,
  secret,
  onDone,
  children,
}: {
  title: string;
  note: string;
  secret: string;
  onDone: () => void;
  children?: ReactNode;
}) {
  const t = useTexts("common");
  return (
    <Card aria-label={title} className="flex flex-col gap-4 border-accent-line p-(--space-pad)">
      <header className="flex items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <div role="status" className="min-w-0 flex-1">
          <h3 className="font-medium [overflow-wrap:anywhere]">{title}</h3>
          <p className="text-secondary text-small">{note}</p>
        </div>
        <Button variant="ghost" size="small" onClick={onDone}>
          {t("done")}
        </Button>
      </header>
      <div className="flex min-h-11 items-center gap-2 rounded-control border border-control py-1.5 pe-1.5 ps-3.5">
        <span className="mono min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{secret}</span>
        <CopyButton text={secret} variant="primary" size="small">
          {t("copy")}
        </CopyButton>
      </div>
      {children}
    </Card>
  );
}
