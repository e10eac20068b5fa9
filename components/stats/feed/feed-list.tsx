"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import type { ActionResult } from "@/lib/core/action-result";
import { Button } from "../../ui/button";
import { Card, CardHead, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

export interface FeedActions {
  dismiss: (keys: string[]) => Promise<ActionResult>;
  restore: (keys: string[]) => Promise<ActionResult>;
}

interface FeedRow {
  keys: string[];
  /** What the button to dismiss it is called. */
  dismissName: string;
  content: ReactNode;
}

/** How many are shown on phones at first. */
const fewOnPhones = 2;

/** The highlights. Dismissing hides one at once; the toast offers to undo it. */
export function FeedList({
  rows,
  actions,
  empty,
}: {
  rows: FeedRow[];
  actions: FeedActions;
  empty: ReactNode;
}) {
  const t = useTexts("home.highlights");
  const [isLong, setLong] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const { run } = useAction();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    // An action may remove its own row.
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    title.current?.focus();
  });
  const idOf = ({ keys }: FeedRow) => keys.join("\n");
  const shown = rows.filter((row) => !hidden.includes(idOf(row)));

  const dismiss = (row: FeedRow, index: number) => {
    const show = () => setHidden((before) => before.filter((id) => id !== idOf(row)));
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    (next?.querySelector<HTMLElement>("[data-dismiss]") ?? title.current)?.focus();
    setHidden((before) => [...before, idOf(row)]);
    const undo = () => run(() => actions.restore(row.keys), show);
    run(
      () => actions.dismiss(row.keys),
      () => showToast(t("dismissed"), { undo }),
      show,
    );
  };

  return (
    <Card
      aria-label={t("title")}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      <CardHead>
        <CardTitle ref={title} tabIndex={-1}>
          {t("title")}
        </CardTitle>
      </CardHead>
      {shown.length === 0 ? (
        empty
      ) : (
        <ul ref={list} className="divide-y divide-hairline pb-1">
          {shown.map((row, index) => (
            <li
              key={idOf(row)}
              className={cn(
                "flex items-start gap-x-3 py-2 pe-3 ps-(--space-pad) max-sm:relative max-sm:flex-wrap max-sm:gap-y-1 max-sm:pe-13 sm:items-center",
                !isLong && index >= fewOnPhones && "max-sm:hidden",
              )}
            >
              {row.content}
              <Button
                data-dismiss
                variant="bare"
                size="iconSmall"
                aria-label={row.dismissName}
                title={t("dismissNote")}
                className="max-sm:absolute max-sm:top-0 max-sm:end-1"
                onClick={() => dismiss(row, index)}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isLong && shown.length > fewOnPhones && (
        <Button
          variant="ghost"
          className="mb-1 ms-1 text-secondary sm:hidden"
          onClick={() => setLong(true)}
        >
          {t("more", { count: shown.length - fewOnPhones })}
        </Button>
      )}
    </Card>
  );
}
