"use client";

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "#texts";
import { foldText } from "@/lib/core/fold-text";
import { cn } from "../../ui/cn";
import { useAnswer } from "../link-queries";
import { filterNames, type TokenKind, tokenAt, tokenKinds, written } from "./filter-tokens";

const mostOffered = 8;

interface Offer {
  /** What takes the place of the text from `from` to the caret. */
  insert: string;
  from: number;
  name: string;
  hint?: string;
  /** Whether the search is sent with it. */
  isWhole: boolean;
}

/**
 * Suggestions below the search while a token is typed: its values, or the tokens themselves for the
 * beginning of their name and on Arrow down. Arrow keys choose, Enter or Tab takes, Escape closes.
 */
export default function FilterSuggestions({
  input,
}: {
  input: RefObject<HTMLInputElement | null>;
}) {
  const t = useTexts("links.search");
  const id = useId();
  const [before, setBefore] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const offers = useOffers(before, isAsked);
  const latest = useRef({ offers, active });
  latest.current = { offers, active };

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const show = () => {
      setBefore(field.value.slice(0, field.selectionStart ?? undefined));
      setAsked(false);
      setActive(-1);
    };
    const close = () => setBefore(null);
    const move = (step: number) => {
      const { length } = latest.current.offers;
      if (length > 0) setActive((at) => (Math.max(at, step < 0 ? 0 : -1) + step + length) % length);
      else if (field.value === "" && step > 0) {
        setBefore("");
        setAsked(true);
        setActive(0);
      } else return false;
      return true;
    };
    const takeActive = () => {
      const offer = latest.current.offers[latest.current.active];
      if (offer) take(field, offer);
      return offer !== undefined;
    };
    const acts: Record<string, () => boolean> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: takeActive,
      Tab: takeActive,
      Escape: () => {
        const isOpen = latest.current.offers.length > 0;
        close();
        return isOpen;
      },
    };
    const press = (event: KeyboardEvent) => {
      if (!acts[event.key]?.()) return;
      event.preventDefault();
      // The field itself acts on none of these.
      event.stopImmediatePropagation();
    };
    show();
    const stop = new AbortController();
    field.addEventListener("input", show, { signal: stop.signal });
    field.addEventListener("blur", close, { signal: stop.signal });
    field.addEventListener("keydown", press, { signal: stop.signal });
    return () => stop.abort();
  }, [input]);

  useEffect(() => {
    const field = input.current;
    field?.setAttribute("aria-autocomplete", "list");
    if (offers[active]) field?.setAttribute("aria-activedescendant", `${id}-${active}`);
    else field?.removeAttribute("aria-activedescendant");
  }, [input, id, offers, active]);

  return (
    <>
      <p role="status" className="sr-only">
        {offers.length > 0 && t("suggestionsNote", { number: `${offers.length}` })}
      </p>
      {offers.length > 0 && (
        <div
          role="listbox"
          aria-label={t("suggestions")}
          className="absolute inset-x-0 top-full z-5 mt-1.5 max-h-80 overflow-y-auto rounded-card border border-hairline bg-raised p-1 shadow-overlay"
        >
          {offers.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={offer.name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => input.current && take(input.current, offer)}
              className={cn(
                "flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 hover:bg-hover max-sm:min-h-11",
                index === active && "bg-hover",
              )}
            >
              <span className="min-w-0 truncate">{offer.name}</span>
              {offer.hint && (
                <span className="ms-auto min-w-0 truncate text-label text-tertiary">
                  {offer.hint}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function take(field: HTMLInputElement, { insert, from, isWhole }: Offer): void {
  const end = field.selectionStart ?? field.value.length;
  const start = field.value.slice(0, from) + insert;
  field.value = start + field.value.slice(end);
  field.setSelectionRange(start.length, start.length);
  if (isWhole) field.form?.requestSubmit();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** `isAsked`: also the tokens themselves, before anything is typed. */
function useOffers(before: string | null, isAsked: boolean): Offer[] {
  const t = useTexts("links.search");
  const typed = before === null ? null : tokenAt(before);
  const values = useValues(typed?.kind ?? null);
  if (before === null) return [];
  if (typed) {
    const wanted = foldText(typed.value);
    const rank = (value: string) => (foldText(value).startsWith(wanted) ? 0 : 1);
    return values
      .filter((value) => foldText(value).includes(wanted))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, mostOffered)
      .map((value) => ({ insert: written(value), from: typed.from, name: value, isWhole: true }));
  }
  const word = /(?:^|\s)([a-z]*)$/i.exec(before)?.[1] ?? "";
  if (word.length < 2 && !isAsked) return [];
  return tokenKinds.flatMap((name) =>
    name.startsWith(word.toLowerCase())
      ? {
          insert: `${name}:`,
          from: before.length - word.length,
          name: `${name}:`,
          hint: t(`tokens.${name}`),
          isWhole: false,
        }
      : [],
  );
}

/** What can stand behind the colon. */
function useValues(kind: TokenKind | null): string[] {
  const filters = useTexts("links.filters");
  const tags = useAnswer("link-tags", kind === "tag" ? {} : null).answer;
  const isListed = kind === "campaign" || kind === "channel" || kind === "by";
  const listed = useAnswer("filter-values", isListed ? {} : null).answer;
  switch (kind) {
    case "tag":
      return tags?.map(({ name }) => name) ?? [];
    case "campaign":
      return listed?.campaigns ?? [];
    case "channel":
      return listed?.channels ?? [];
    case "state":
      return Object.values(filterNames(filters));
    case "by":
      return ["me", ...(listed?.creators ?? [])];
    default:
      return [];
  }
}
