"use client";

import { useTexts } from "#texts";
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
  const t = useTexts("form.limit");
  const unfold = useUnfold();
  return (
    <Field
      label={t("title")}
      error={error}
      hint={
        more.password !== "" || more.hasPassword ? (
          t("note")
        ) : (
          <>
            {t("scanners")}
            <Button size="small" onClick={() => unfold("password")}>
              {t("setPassword")}
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
  const t = useTexts("form.fallback");
  return (
    <Field label={t("title")} error={error} hint={t("note")}>
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
  const t = useTexts("form.query");
  return (
    <>
      <SwitchField
        name="forwardQuery"
        label={t("forward")}
        hint={t("forwardNote")}
        on={more.forwardQuery}
        onChange={(forwardQuery) => onChange({ forwardQuery })}
      />
      {more.forwardQuery && (
        <SwitchField
          name="forwardUtm"
          label={t("utm")}
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
  const t = useTexts("form.preview");
  return (
    <>
      <Field label={t("text")} error={problemOf("description")}>
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
      <Field label={t("image")} error={problemOf("image")} hint={t("imageNote")}>
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
