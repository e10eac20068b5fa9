"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import { Icon } from "../../ui/icon";
import { Input } from "../../ui/input";
import { Kbd } from "../../ui/kbd";
import { useLoaded } from "../../ui/use-loaded";
import { refuseOffline } from "../../ui/use-online-router";
import { linksHref } from "../links-href";

const loadTokens = () => import("./filter-tokens");
const loadSuggestions = () => import("./filter-suggestions");

const pauseMs = 150;

/**
 * Searches during typing. The input is uncontrolled, so that a late response cannot overwrite newer
 * text. `typed`: the text of the query, as it is written in the field.
 */
export function LinkSearch({ query, typed }: { query: BrowseQuery; typed: string }) {
  const t = useTexts("links.search");
  const filters = useTexts("links.filters");
  const router = useRouter();
  const [pending, start] = useTransition();
  const [isNear, setNear] = useState(false);
  const FilterSuggestions = useLoaded(loadSuggestions, isNear);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The searches from the one on the page to the latest, of which some have no answer yet. */
  const sent = useRef([query.q]);

  /** What was asked for last: on a slow line the page is still an earlier answer. */
  const asked = useRef(query);
  useEffect(() => {
    if (!pending) asked.current = query;
  }, [query, pending]);

  // The URL changed by other means, such as a cleared filter or the back button. The answer to an
  // earlier search does not replace what has been typed since.
  useEffect(() => {
    const at = sent.current.lastIndexOf(query.q);
    sent.current = at < 0 ? [query.q] : sent.current.slice(at);
    if (at < 0 && field.current) field.current.value = typed;
  }, [query.q, typed]);

  const go = (changes: Partial<BrowseQuery> & { q: string }) => {
    if (sent.current.at(-1) !== changes.q) sent.current.push(changes.q);
    const [before, next] = [asked.current, { ...asked.current, ...changes }].map((each) =>
      linksHref(each, { page: 1 }),
    );
    asked.current = { ...asked.current, ...changes };
    if (next && next !== before) start(() => router.replace(next, { scroll: false }));
  };
  const send = async (typed: string, isEntered = false) => {
    if (refuseOffline()) return;
    if (!typed.includes(":")) return go({ q: typed.trim() });
    // Few searches have tokens, so the page does not carry what reads them.
    const tokens = await loadTokens();
    const input = field.current;
    // Meanwhile more was typed, which is sent for itself.
    if (input?.value !== typed) return;
    const { text, q, changes } = tokens.takeTokens(
      typed,
      tokens.filterNames(filters),
      isEntered,
      asked.current,
    );
    if (text !== typed) input.value = text;
    go({ q, ...changes });
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
      className="relative min-w-0 flex-1 max-sm:basis-full"
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
        aria-label={t("label")}
        placeholder={t("placeholder")}
        defaultValue={typed}
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
        onFocus={() => setNear(true)}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (event.currentTarget.value === "") return event.currentTarget.blur();
          event.preventDefault();
          event.currentTarget.value = "";
          search("");
        }}
      />
      {FilterSuggestions && <FilterSuggestions input={field} />}
    </form>
  );
}
