"use client";

import type { RefObject } from "react";
import { useTexts } from "#texts";
import { Info, Link as LinkIcon, TriangleAlert } from "@/components/ui/icons";
import { withPlainAmpersands, withScheme } from "@/lib/core/typed-destination";
import { takeTyped } from "../../layout/typed-ahead";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { DestinationIcon } from "../destination-icon";
import { hostLetter } from "../host-letter";
import { useAnswer } from "../link-queries";
import { usePasteSeveral, useTakeSeveral } from "./paste-several";

/**
 * Where the link goes. Several lines that are pasted into the field of a new link open the dialog
 * for several links.
 */
export function DestinationField({
  url,
  icon,
  own,
  input,
  error,
  onChange,
}: {
  url: string;
  /** Of the destination's host, once it was read. */
  icon: string | null;
  /** The slug of an edited link. */
  own: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onChange: (url: string) => void;
}) {
  const t = useTexts("form");
  const take = useTakeSeveral();
  const paste = usePasteSeveral();
  const plainUrl = withPlainAmpersands(url);
  const takeAhead = () => {
    const ahead = takeTyped();
    if (ahead && !take(ahead)) onChange(url + ahead);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t("destination")}
        aside={plainUrl === null && <SameDestination url={url} own={own} />}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            before={
              icon ? (
                <DestinationIcon letter={hostLetter(url)} icon={icon} />
              ) : (
                <LinkIcon aria-hidden />
              )
            }
            name="url"
            type="url"
            inputMode="url"
            placeholder="https://example.com/page"
            autoComplete="off"
            value={url}
            onFocus={takeAhead}
            onPaste={own === undefined ? paste : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {plainUrl !== null && <EscapedAmpersands onReplace={() => onChange(plainUrl)} />}
    </div>
  );
}

/** Hints at a destination that was copied from HTML source. Does not prevent saving. */
function EscapedAmpersands({ onReplace }: { onReplace: () => void }) {
  const t = useTexts("form");
  return (
    <p role="status" className="flex min-h-4 items-center gap-1.5 text-label text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>{t.rich("ampersands", { code: (text) => <span className="mono">{text}</span> })}</span>
      <button
        type="button"
        className="text-accent hover:underline max-sm:-my-3.5 max-sm:py-3.5"
        onClick={onReplace}
      >
        {t("replaceAmpersands")}
      </button>
    </p>
  );
}

/** Hints at other links with the same destination. Does not prevent saving. */
function SameDestination({ url, own }: { url: string; own: string | undefined }) {
  const t = useTexts("form");
  const settled = useDebouncedValue(withScheme(url), 300);
  const { answer: found } = useAnswer("links-to", settled ? { url: settled } : null);
  const others = found?.slugs.filter((slug) => slug !== own) ?? [];
  const total = (found?.total ?? 0) - ((found?.slugs.length ?? 0) - others.length);
  if (others.length === 0) return null;
  return (
    <>
      <Info aria-hidden />
      <span className="min-w-0 truncate">
        {t("sameDestination", { count: total })}
        {others.map((slug) => (
          <a
            key={slug}
            href={`/dashboard/links/${slug}`}
            className="mono ms-1.5 text-accent hover:underline"
          >
            /{slug}
          </a>
        ))}
      </span>
    </>
  );
}
