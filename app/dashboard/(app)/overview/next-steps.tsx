"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useState } from "react";
import { useTexts } from "#texts";
import { ArrowRight } from "@/components/links/icons";
import { Button } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { Check, X } from "@/components/ui/icons";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import type { NextSteps as Steps } from "@/lib/owners/next-steps";
import { dismiss, restore } from "./actions";

/** Each with the page of the settings where it is done. */
const steps = [
  ["domain", "doctor"],
  ["people", "people"],
  ["messages", "messages"],
  ["data", "data"],
] as const;

/** What follows the first link, until all of it is done or it is dismissed by its `dismissKey`. */
export function NextSteps({ done, dismissKey }: { done: Steps; dismissKey: string }) {
  const [t, common] = [useTexts("home.steps"), useTexts("common")];
  const [isHidden, setHidden] = useState(false);
  const { run } = useAction();
  const show = () => setHidden(false);
  const hide = () => {
    setHidden(true);
    const undo = () => run(() => restore([dismissKey]), show);
    run(
      () => dismiss([dismissKey]),
      () => showToast(t("dismissed"), { undo }),
      show,
    );
  };
  if (isHidden) return null;
  return (
    <Card aria-label={t("title")}>
      <CardHead>
        <CardTitle>{t("title")}</CardTitle>
        <CardActions>
          <Button variant="bare" size="iconSmall" aria-label={common("dismiss")} onClick={hide}>
            <X aria-hidden className="size-4" />
          </Button>
        </CardActions>
      </CardHead>
      <ul className="grid px-3 pb-2 max-sm:px-2 sm:grid-cols-2 sm:gap-x-6">
        {steps
          .filter(([step]) => done[step] !== null)
          .map(([step, page]) => (
            <li key={step}>
              <NextLink
                href={`/dashboard/settings/${page}` as Route}
                prefetch={false}
                className="flex min-h-9 items-center gap-3 rounded-bar px-2 hover:bg-hover max-sm:min-h-11"
              >
                <span
                  aria-hidden
                  className="grid size-4 place-items-center rounded-full border border-control text-accent"
                >
                  {done[step] && <Check className="size-3" />}
                </span>
                <span className={done[step] ? "text-tertiary line-through" : ""}>{t(step)}</span>
                {done[step] ? (
                  <span className="sr-only">{common("done")}</span>
                ) : (
                  <ArrowRight aria-hidden className="ms-auto size-3.5 text-tertiary" />
                )}
              </NextLink>
            </li>
          ))}
      </ul>
    </Card>
  );
}
