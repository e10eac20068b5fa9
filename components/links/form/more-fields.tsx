"use client";

import { longestDescription, longestImage } from "@/lib/core/link-extras";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Textarea } from "../../ui/textarea";
import { useUnfold } from "./folded-fields";
import type { MoreDraft } from "./more-draft";
import { SwitchField } from "./small-fields";
import { UrlInput } from "./url-input";

interface MoreFieldsProps {
  more: MoreDraft;
  onChange: (changes: Partial<MoreDraft>) => void;
}

interface OneField extends MoreFieldsProps {
  error: string | undefined;
}

/** How many clicks use the link up. */
export function LimitField({ more, error, onChange }: OneField) {
  const unfold = useUnfold();
  return (
    <Field
      label="Click limit"
      error={error}
      hint={
        more.password !== "" || more.hasPassword ? (
          "Total clicks by people. After that, the link is used up."
        ) : (
          <>
            Mail scanners that pretend to be browsers can use the link up.
            <Button size="small" className="max-sm:h-11" onClick={() => unfold("Password")}>
              Set a password
            </Button>
          </>
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          name="maxClicks"
          inputMode="numeric"
          autoComplete="off"
          className="w-[220px]"
          value={more.maxClicks}
          onChange={(event) => onChange({ maxClicks: event.target.value })}
        />
      )}
    </Field>
  );
}

/** Where visitors go when the link is over. */
export function FallbackField({ more, error, onChange }: OneField) {
  return (
    <Field
      label="Fallback destination"
      error={error}
      hint="Where visitors go once the link has expired or is used up."
    >
      {(control) => (
        <UrlInput
          {...control}
          placeholder="https://example.com/over"
          value={more.expiredUrl}
          onChange={(expiredUrl) => onChange({ expiredUrl })}
        />
      )}
    </Field>
  );
}

/** What of the query string is passed on. */
export function QueryFields({ more, onChange }: MoreFieldsProps) {
  return (
    <>
      <SwitchField
        name="forwardQuery"
        label="Forward query parameters"
        hint="The destination gets what visitors add after the ?, except parameters that it has itself."
        on={more.forwardQuery}
        onChange={(forwardQuery) => onChange({ forwardQuery })}
      />
      {more.forwardQuery && (
        <SwitchField
          name="forwardUtm"
          label="With campaign tags"
          hint="The tags that start with utm_, too."
          on={more.forwardUtm}
          onChange={(forwardUtm) => onChange({ forwardUtm })}
        />
      )}
    </>
  );
}

/** What apps show in place of the destination's own. */
export function PreviewFields({
  more,
  problemOf,
  onChange,
}: MoreFieldsProps & { problemOf: (path: string) => string | undefined }) {
  return (
    <>
      <Field
        label="Preview text"
        error={problemOf("description")}
        hint="Shown in place of the destination's own."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={longestDescription}
            value={more.description}
            onChange={(event) => onChange({ description: event.target.value })}
            className="min-h-16"
          />
        )}
      </Field>
      <Field
        label="Preview image"
        error={problemOf("image")}
        hint="An https address. 1200 by 630 pixels suit all apps."
      >
        {(control) => (
          <UrlInput
            {...control}
            placeholder="https://example.com/card.png"
            maxLength={longestImage}
            value={more.image}
            onChange={(image) => onChange({ image })}
          />
        )}
      </Field>
    </>
  );
}
