"use client";

import { CircleX, Dices } from "@/components/links/icons";
import { Check, CircleAlert, TriangleAlert } from "@/components/ui/icons";
import { formatDay, formatNumber } from "@/lib/core/format";
import type { SlugCheck } from "@/lib/links/check-slug";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Field } from "../../ui/field";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { ask, useAnswer } from "../link-queries";
import { SlugInput } from "./slug-input";

/**
 * The slug input with a live availability check and suggestions. `own` is the current slug of an
 * edited link. Changing it asks whether the old short link keeps working, and warns if not.
 */
export function SlugField({
  value,
  check,
  own,
  keepsOld,
  domain,
  error,
  onChange,
  onKeepOld,
}: {
  value: string;
  check: SlugCheck | null;
  own?: string | undefined;
  keepsOld: boolean;
  domain: string;
  error?: string | undefined;
  onChange: (slug: string) => void;
  onKeepOld: (keeps: boolean) => void;
}) {
  const draw = () =>
    void ask("slug", {}).then((found) => {
      onChange(found?.suggestions.at(-1) ?? value);
    });

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label="Slug"
        optional={own === undefined}
        error={error}
        hint={error ? undefined : <SlugNote {...{ value, check, own, keepsOld }} />}
      >
        {(control) => (
          <span className="flex gap-2">
            <SlugInput
              {...control}
              domain={domain}
              name="slug"
              value={value}
              placeholder={own === undefined ? "auto" : undefined}
              onChange={(event) => onChange(event.target.value)}
            />
            <Button size="icon" aria-label="Generate slug" title="Generate slug" onClick={draw}>
              <Dices aria-hidden className="size-4" />
            </Button>
          </span>
        )}
      </Field>
      {/* Its line is reserved, so that no field moves when it appears. */}
      <div className="flex min-h-6 items-center gap-1.5 whitespace-nowrap text-label text-secondary max-sm:-mx-1 max-sm:min-h-11 max-sm:overflow-x-auto max-sm:px-1 sm:flex-wrap">
        {own !== undefined && check?.verdict === "free" ? (
          <label className="flex min-h-6 items-center gap-2 text-text max-sm:min-h-11">
            <Checkbox
              name="keepOldSlug"
              checked={keepsOld}
              onChange={(event) => onKeepOld(event.target.checked)}
            />
            Keep the old short link working
          </label>
        ) : (
          <Suggestions check={check} onChange={onChange} />
        )}
      </div>
    </div>
  );
}

function Suggestions({
  check,
  onChange,
}: {
  check: SlugCheck | null;
  onChange: (slug: string) => void;
}) {
  const suggestions = check?.suggestions ?? [];
  return (
    <>
      {suggestions.length > 0 && (check?.verdict === "free" ? "Also available:" : "Available:")}
      {suggestions.map((slug) => (
        <button
          key={slug}
          type="button"
          className={cn(chipStyle({ size: "tiny" }), "font-mono")}
          onClick={() => onChange(slug)}
        >
          {slug}
        </button>
      ))}
    </>
  );
}

interface NoteProps {
  value: string;
  check: SlugCheck | null;
  own: string | undefined;
  keepsOld: boolean;
}

function SlugNote({ value, check, own, keepsOld }: NoteProps) {
  const isFree = check?.verdict === "free";
  const renamed = isFree && own !== undefined && value !== own && !keepsOld && (
    <RenameWarning slug={own} />
  );
  const deleted = isFree && check.deletedAt !== null && (
    <DeletedWarning at={new Date(check.deletedAt)} />
  );
  if (renamed || deleted) {
    return (
      <>
        {renamed}
        {deleted}
      </>
    );
  }
  switch (check?.verdict) {
    case "free":
      return (
        <span className="flex items-center gap-1.5 text-accent">
          <Check aria-hidden className="size-3.5" />
          Available
        </span>
      );
    case "taken":
      return <Refused icon={<CircleX aria-hidden className="size-3.5" />}>Already taken</Refused>;
    case "reserved":
      return <Refused icon={<CircleX aria-hidden className="size-3.5" />}>Reserved</Refused>;
    case "malformed":
      return (
        <Refused icon={<CircleAlert aria-hidden className="size-3.5" />}>
          Use letters, digits, hyphens and underscores
        </Refused>
      );
    default:
      return own === undefined ? "Leave empty to generate a 7-character slug." : "Current slug";
  }
}

function Refused({ icon, children }: { icon: React.ReactNode; children: string }) {
  return (
    <span className="flex items-center gap-1.5 text-danger">
      {icon}
      {children}
    </span>
  );
}

/** A slug that was given up may be printed somewhere, or in somebody's mails. */
function DeletedWarning({ at }: { at: Date }) {
  const { timeZone } = useViewer();
  return (
    <span className="flex items-center gap-1.5 text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>
        Available, but it was in use until {formatDay(at, { year: new Date(), timeZone })}. Old
        copies of that short link will lead here.
      </span>
    </span>
  );
}

function RenameWarning({ slug }: { slug: string }) {
  const { locale } = useViewer();
  const { answer: clicks } = useAnswer("week", { slug });
  return (
    <span className="flex items-center gap-1.5 text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>
        <span className="mono">/{slug}</span> will stop working
        {clicks === null
          ? "."
          : ` (${clicks === 0 ? "no" : formatNumber(clicks, locale)} ${clicks === 1 ? "click" : "clicks"} in the last 7 days).`}
      </span>
    </span>
  );
}

/**
 * The availability of the slug, debounced; null until the server has answered for the current
 * value.
 */
export function useSlugCheck(
  slug: string,
  url: string,
  title: string,
  own: string | undefined,
): SlugCheck | null {
  const given = {
    slug: slug.trim(),
    url: url.slice(0, 2_000),
    title: title.slice(0, 500),
    ...(own === undefined ? {} : { own }),
  };
  const settled = useDebouncedValue(JSON.stringify(given), 200);
  const { answer } = useAnswer("slug", JSON.parse(settled));
  return JSON.parse(settled).slug === given.slug && slug !== own ? answer : null;
}
