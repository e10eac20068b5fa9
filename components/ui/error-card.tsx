"use client";

import { useTexts } from "#texts";
import { Button } from "./button";
import { Card } from "./card";
import { Icon } from "./icon";

/** The error of one card. `id` is the request id to look for in the log. */
export function ErrorCard({
  title,
  children,
  id,
  retry,
}: {
  title: string;
  children: string;
  id?: string | undefined;
  retry?: () => void;
}) {
  const t = useTexts("common");
  return (
    <Card role="alert" className="flex gap-3.5 p-5">
      <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-0.5 text-secondary">{children}</p>
        <div className="mt-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
          {retry && (
            <Button onClick={retry}>
              <Icon name="retry" className="size-4" />
              {t("tryAgain")}
            </Button>
          )}
          {id && <span className="font-mono text-label text-tertiary">{t("request", { id })}</span>}
        </div>
      </div>
    </Card>
  );
}
