"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useBarHeight } from "@/components/ui/use-bar-height";
import { changedFields, loadedFields } from "./setting-field";

/** A chosen logo is no text that somebody typed. */
const longestKept = 10_000;

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`);

/** No secret is kept in a tab. */
const isSecret = (form: HTMLFormElement, name: string) =>
  fieldOf(form, name)?.autocomplete === "new-password";

function fill(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(values)) {
    const field = fieldOf(form, name);
    if (field) field.value = text;
  }
}

/** Counts what is not saved, and keeps it for when the page is opened again. Asks before it is left. */
function useUnsaved() {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    const key = `unsaved ${location.pathname}`;
    fill(form, JSON.parse(sessionStorage.getItem(key) ?? "{}"));
    const check = () => {
      const entered = Object.fromEntries(new FormData(form)) as Record<string, string>;
      const changed = Object.entries(changedFields(entered)).filter(([name]) =>
        /^[A-Z]/.test(name),
      );
      sessionStorage.setItem(
        key,
        JSON.stringify(
          Object.fromEntries(
            changed.filter(([name, { length }]) => length < longestKept && !isSecret(form, name)),
          ),
        ),
      );
      setCount(changed.length);
      setLeaving(false);
    };
    check();
    form.addEventListener("input", check);
    // What was saved, or a logo that was chosen.
    const observer = new MutationObserver(check);
    observer.observe(form, { childList: true, subtree: true, attributeFilter: ["value"] });
    return () => {
      form.removeEventListener("input", check);
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    if (count === 0) return;
    const stop = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), stop);
    addEventListener(
      "click",
      (event) => {
        if (isLeaving || !(event.target as Element).closest("a[href]:not([target])")) return;
        event.preventDefault();
        event.stopPropagation();
        setLeaving(true);
      },
      { capture: true, signal: stop.signal },
    );
    return () => stop.abort();
  }, [count, isLeaving]);
  const discard = () => {
    const form = bar.current?.closest("form");
    if (!form) return;
    fill(form, loadedFields(Object.fromEntries(new FormData(form)) as Record<string, string>));
    form.dispatchEvent(new Event("input"));
    // The bar goes, and the focus with it.
    form.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();
  };
  return { bar, count, isLeaving, discard };
}

/** Saves the form around it. Appears as soon as something is changed. */
export function SaveBar({ pending }: { pending: boolean }) {
  const t = useTexts("settings.form");
  const { bar, count, isLeaving, discard } = useUnsaved();
  useBarHeight(bar);
  return (
    <div
      ref={bar}
      className={cn(
        "sticky bottom-4 z-10 flex flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised px-(--space-pad) py-2.5 shadow-overlay max-sm:bottom-19",
        count === 0 && !pending && "hidden",
      )}
    >
      <span role="status" className={cn("me-auto text-small", isLeaving && "text-danger")}>
        {count > 0 && (isLeaving ? t("leave") : t("unsaved", { count }))}
      </span>
      <Button onClick={discard}>{t("discard")}</Button>
      <Button type="submit" variant="primary" pending={pending}>
        {t("save")}
      </Button>
    </div>
  );
}
