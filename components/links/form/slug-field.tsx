"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTexts } from "#texts";
import { CircleX, Dices } from "@/components/links/icons";
import { Check, CircleAlert, TriangleAlert } from "@/components/ui/icons";
import { cutText } from "@/lib/core/clean-text";
import { formatDay } from "@/lib/core/format";
import type { SlugCheck } from "@/lib/links/check-slug";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Field } from "../../ui/field";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { ask, useAnswer } from "../link-queries";
import type { LinkDraft } from "./link-draft";
import { SlugInput } from "./slug-input";

/**
 * The slug input with a live availability check and suggestions. `own` is the current slug of an
 * edited link. Changing it asks whether the old short link keeps working, and warns if not.
 */
export function SlugField({
  draft,
  check,
  hasFreeSlug,
  own,
  error,
  onChange,
}: {
  draft: LinkDraft;
  check: SlugCheck | null;
  /** A generated slug that is free; `check` is for typed ones. */
  hasFreeSlug: boolean;
  own?: string | undefined;
  error?: string | undefined;
  onChange: (changes: Partial<LinkDraft>) => void;
}) {
  const t = useTexts("form.slug");
  const { slug, ownSlug, keepOldSlug, more } = draft;
  const generate = () =>
    void ask("slug", {}).then((found) => {
      const free = found?.suggestions.at(-1);
      if (free) onChange({ slug: free, ownSlug: false });
    });
  const input = useRef<HTMLInputElement>(null);
  // Before the browser handles another key.
  useLayoutEffect(() => {
    // A generated slug may arrive while somebody is about to type.
    if (slug && !ownSlug && document.activeElement === input.current) input.current?.select();
  }, [slug, ownSlug]);
  const isRenamed = own !== undefined && check?.verdict === "free";

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label={t("title")}
        error={error}
        aside={
          <>
            {!error && <Verdict check={check} hasFreeSlug={hasFreeSlug} />}
            <Suggestions
              check={check}
              onChoose={(chosen) => onChange({ slug: chosen, ownSlug: true })}
            />
          </>
        }
        hint={warningsOf({ value: slug, check, own, keepsOld: keepOldSlug })}
      >
        {(control) => (
          <span className="flex gap-2">
            <SlugInput
              {...control}
              ref={input}
              domain={more.domain}
              name="slug"
              value={slug}
              placeholder={own === undefined ? t("auto") : undefined}
              // Whoever has one of their own in mind types over it.
              onFocus={({ target }) => !ownSlug && target.select()}
              onChange={({ target }) => onChange({ slug: target.value, ownSlug: true })}
            />
            <Button size="icon" aria-label={t("generate")} title={t("generate")} onClick={generate}>
              <Dices aria-hidden className="size-4" />
            </Button>
          </span>
        )}
      </Field>
      {isRenamed && (
        <label className="flex min-h-6 items-center gap-2 text-label text-text max-sm:min-h-11">
          <Checkbox
            name="keepOldSlug"
            checked={keepOldSlug}
            onChange={(event) => onChange({ keepOldSlug: event.target.checked })}
          />
          {t("keepOld")}
        </label>
      )}
    </div>
  );
}

/** Beside a free slug, a random one is of no use. */
function Suggestions({
  check,
  onChoose,
}: {
  check: SlugCheck | null;
  onChoose: (slug: string) => void;
}) {
  const t = useTexts("form.slug");
  const isFree = check?.verdict === "free" || check?.verdict === "empty";
  const suggestions = check?.suggestions.slice(0, isFree ? -1 : undefined) ?? [];
  if (suggestions.length === 0) return null;
  return (
    // On a phone two fit, and a finger needs room around them.
    <span className="ms-auto flex min-w-0 items-center gap-1.5 max-sm:gap-2.5 max-sm:[&>button:nth-of-type(n+3)]:hidden">
      <span className="shrink-0 max-sm:sr-only">
        {isFree ? t("alsoAvailable") : t("suggested")}
      </span>
      {suggestions.map((slug) => (
        <button
          key={slug}
          type="button"
          className={cn(chipStyle({ size: "tiny" }), "min-w-0 shrink font-mono")}
          onClick={() => onChoose(slug)}
        >
          <span className="truncate">{slug}</span>
        </button>
      ))}
    </span>
  );
}

interface NoteProps {
  value: string;
  check: SlugCheck | null;
  own: string | undefined;
  keepsOld: boolean;
}

function warningsOf({ value, check, own, keepsOld }: NoteProps) {
  if (check?.verdict !== "free") return null;
  const isLost = own !== undefined && value !== own && !keepsOld;
  if (!isLost && check.deletedAt === null) return null;
  return (
    <>
      {isLost && <RenameWarning slug={own} />}
      {check.deletedAt !== null && <DeletedWarning at={new Date(check.deletedAt)} />}
    </>
  );
}

function Verdict({ check, hasFreeSlug }: { check: SlugCheck | null; hasFreeSlug: boolean }) {
  const t = useTexts("form.slug");
  switch (hasFreeSlug ? "free" : check?.verdict) {
    case "free":
      return (
        <span className="flex shrink-0 items-center gap-1.5 text-accent">
          <Check aria-hidden className="size-3.5" />
          {t("available")}
        </span>
      );
    case "taken":
      return <Refused icon={<CircleX aria-hidden className="size-3.5" />}>{t("taken")}</Refused>;
    case "reserved":
      return <Refused icon={<CircleX aria-hidden className="size-3.5" />}>{t("reserved")}</Refused>;
    case "malformed":
      return (
        <Refused icon={<CircleAlert aria-hidden className="size-3.5" />}>{t("malformed")}</Refused>
      );
    default:
      return null;
  }
}

function Refused({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-danger [&>svg]:shrink-0">
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A slug that was given up may be printed somewhere, or in somebody's mails. */
function DeletedWarning({ at }: { at: Date }) {
  const t = useTexts("form.slug");
  const { timeZone, locale } = useViewer();
  const date = formatDay(at, { year: new Date(), timeZone, locale });
  return (
    <span className="flex items-center gap-1.5 text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>{t("deleted", { date })}</span>
    </span>
  );
}

function RenameWarning({ slug }: { slug: string }) {
  const t = useTexts("form.slug");
  const old = (text: ReactNode) => <span className="mono">{text}</span>;
  const { answer: clicks } = useAnswer("week", { slug });
  return (
    <span className="flex items-center gap-1.5 text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>
        {clicks === null
          ? t.rich("willStop", { slug, old })
          : t.rich("willStopClicks", { slug, old, clicks, days: 7 })}
      </span>
    </span>
  );
}

/**
 * The availability of the slug, debounced; null until the server has answered for the current
 * value. For a generated one, which `useLinkDraft` checks, only suggestions are asked for.
 */
export function useSlugCheck(
  draft: LinkDraft,
  pageTitle: string | null,
  own: string | undefined,
): SlugCheck | null {
  const given = {
    slug: draft.ownSlug ? draft.slug.trim() : "",
    url: draft.url.slice(0, 2_000),
    title: cutText(draft.title || pageTitle || "", 500),
    ...(own === undefined ? {} : { own }),
  };
  const settled = useDebouncedValue(JSON.stringify(given), 200);
  const { answer } = useAnswer("slug", JSON.parse(settled));
  return JSON.parse(settled).slug === given.slug && draft.slug !== own ? answer : null;
}
