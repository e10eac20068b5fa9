"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { Icon } from "../../ui/icon";
import { Input } from "../../ui/input";
import { Kbd } from "../../ui/kbd";
import { linksHref } from "../links-href";

const pauseMs = 150;

/**
 * Searches during typing. The input is uncontrolled, so that a late response cannot overwrite newer
 * text.
 */
export function LinkSearch({ query }: { query: BrowseQuery }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(query.q);

  // The URL changed by other means, such as a cleared filter or the back button.
  useEffect(() => {
    if (query.q === sent.current || !field.current) return;
    sent.current = query.q;
    field.current.value = query.q;
  }, [query.q]);

  const go = (changes: Partial<BrowseQuery> & { q: string }) => {
    sent.current = changes.q;
    start(() => router.replace(linksHref(query, changes), { scroll: false }));
  };
  const send = async (typed: string, isEntered = false) => {
    if (!/tag:/i.test(typed)) return go({ q: typed.trim() });
    // Few searches have tags, so the page does not carry what reads them.
    const { takeTagTokens } = await import("./tag-tokens");
    const input = field.current;
    // Meanwhile more was typed, which is sent for itself.
    if (input?.value !== typed) return;
    const { text, ...tags } = takeTagTokens(typed, isEntered, query);
    if (text !== typed) input.value = text;
    go({ q: text.trim(), ...tags });
  };
  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(text), pauseMs);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element has no support yet in the browsers we serve
    <form
      role="search"
      data-pending={pending || undefined}
      action="/dashboard/links"
      className="min-w-0 flex-1 sm:max-w-[320px] sm:basis-full"
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        void send(field.current?.value ?? "", true);
      }}
    >
      <Input
        ref={field}
        type="search"
        name="q"
        aria-label="Search links"
        placeholder="Slug, title, URL, note"
        defaultValue={query.q}
        autoComplete="off"
        spellCheck={false}
        before={
          <Icon
            name="search"
            className={
              pending ? "animate-pulse text-accent! motion-reduce:animate-none" : undefined
            }
          />
        }
        after={
          <Kbd aria-hidden className="max-sm:hidden">
            /
          </Kbd>
        }
        inputClassName="[&::-webkit-search-cancel-button]:appearance-none"
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (event.currentTarget.value === "") return event.currentTarget.blur();
          event.preventDefault();
          event.currentTarget.value = "";
          search("");
        }}
      />
    </form>
  );
}
