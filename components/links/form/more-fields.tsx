"use client";

import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { TriangleAlert } from "@/components/ui/icons";
import { longestDescription, longestImage, longestPassword } from "@/lib/core/link-extras";
import { readableZone } from "@/lib/core/time-zone";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Switch } from "../../ui/switch";
import { Textarea } from "../../ui/textarea";
import { DestinationFields } from "./destination-fields";
import { StartField } from "./expiry-field";
import { isNever, type MoreDraft, type MoreField, type ProblemIn } from "./more-draft";
import { UrlInput } from "./url-input";

/**
 * Start, end, password, query and preview of a link. `field` gets the focus, else the first one
 * with a problem.
 */
export default function MoreFields({
  more,
  url,
  expires,
  problemOf,
  field,
  onChange,
}: {
  more: MoreDraft;
  /** The destination. */
  url: string;
  /** As in `LinkDraft`. */
  expires: string;
  problemOf: ProblemIn;
  field: MoreField | undefined;
  onChange: (more: MoreDraft) => void;
}) {
  const zone = readableZone(useViewer().timeZone);
  const set = (changes: Partial<MoreDraft>) => onChange({ ...more, ...changes });
  const part = useRef<HTMLDivElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useFocusOnce(part, field);
  return (
    <div ref={part} className="flex min-w-0 flex-col gap-[18px]">
      <StartField
        value={more.starts}
        error={problemOf("startsAt")}
        hint={
          isNever(more.starts, expires) ? (
            <Warning>Starts after it expires: the link will never work</Warning>
          ) : (
            `${zone}. Until then, visitors get the page for unknown links.`
          )
        }
        onChange={(starts) => set({ starts })}
      />
      <Field
        label="Click limit"
        optional
        error={problemOf("maxClicks")}
        hint={<LimitHint more={more} />}
      >
        {(control) => (
          <Input
            {...control}
            name="maxClicks"
            inputMode="numeric"
            autoComplete="off"
            className="w-[220px]"
            value={more.maxClicks}
            onChange={(event) => set({ maxClicks: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Fallback destination"
        optional
        error={problemOf("expiredUrl")}
        hint="Where visitors go once the link has expired or is used up."
      >
        {(control) => (
          <UrlInput
            {...control}
            placeholder="https://example.com/over"
            value={more.expiredUrl}
            onChange={(expiredUrl) => set({ expiredUrl })}
          />
        )}
      </Field>
      <DestinationFields more={more} url={url} problemOf={problemOf} onChange={set} />
      <Field
        label={more.hasPassword ? "New password" : "Password"}
        optional
        error={problemOf("password")}
        hint={<PasswordHint more={more} />}
      >
        {(control) => (
          <span className="flex items-center gap-2">
            <Input
              {...control}
              ref={password}
              type="text"
              name="link-password"
              autoComplete="off"
              spellCheck={false}
              maxLength={longestPassword}
              value={more.password}
              onChange={(event) => set({ password: event.target.value })}
            />
            {more.hasPassword && (
              <Button
                aria-label="Remove password"
                className="shrink-0 max-sm:h-11"
                onClick={() => {
                  set({ hasPassword: false, password: "" });
                  // This button goes away.
                  password.current?.focus();
                }}
              >
                Remove
              </Button>
            )}
          </span>
        )}
      </Field>
      <Choice
        name="forwardQuery"
        label="Forward query parameters"
        hint="The destination gets what visitors add after the ?, except parameters that it has itself."
        on={more.forwardQuery}
        onChange={(forwardQuery) => set({ forwardQuery })}
      />
      {more.forwardQuery && (
        <Choice
          name="forwardUtm"
          label="With campaign tags"
          hint="The tags that start with utm_, too."
          on={more.forwardUtm}
          onChange={(forwardUtm) => set({ forwardUtm })}
        />
      )}
      <Field
        label="Preview text"
        optional
        error={problemOf("description")}
        hint="Shown in place of the destination's own."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={longestDescription}
            value={more.description}
            onChange={(event) => set({ description: event.target.value })}
            className="min-h-16"
          />
        )}
      </Field>
      <Field
        label="Preview image"
        optional
        error={problemOf("image")}
        hint="An https address. 1200 by 630 pixels suit all apps."
      >
        {(control) => (
          <UrlInput
            {...control}
            placeholder="https://example.com/card.png"
            maxLength={longestImage}
            value={more.image}
            onChange={(image) => set({ image })}
          />
        )}
      </Field>
    </div>
  );
}

/**
 * Also when this part was loaded only after the dialog had its focus. What is above it comes first.
 */
function useFocusOnce(part: RefObject<HTMLElement | null>, field: MoreField | undefined): void {
  useEffect(() => {
    const form = part.current?.closest("form");
    const first = form?.querySelector<HTMLElement>(field ? `[name="${field}"]` : "[aria-invalid]");
    // A dialog that is just opening sets the focus itself, and returns it later to the element that
    // has it now.
    if (part.current?.contains(first ?? null) && (!field || form?.contains(document.activeElement)))
      first?.focus();
  }, [part, field]);
}

function LimitHint({ more: { maxClicks, password, hasPassword } }: { more: MoreDraft }) {
  if (maxClicks === "" || password !== "" || hasPassword)
    return "Total clicks by people. After that, the link is used up.";
  return "Total clicks by people. Mail scanners that pretend to be browsers can use the link up: set a password to keep them out.";
}

function PasswordHint({ more: { password, hasPassword, lostPassword } }: { more: MoreDraft }) {
  if (hasPassword) return "Visitors are asked for the current one.";
  if (password !== "" || lostPassword == null)
    return "Visitors are asked for it first, and see nothing before.";
  return (
    <Warning>
      {lostPassword === ""
        ? "Type the password again: it was not saved"
        : `The password of /${lostPassword} is not copied`}
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <>
      <TriangleAlert aria-hidden />
      <span className="text-text">{children}</span>
    </>
  );
}

function Choice({
  name,
  label,
  hint,
  on,
  onChange,
}: {
  name: string;
  label: string;
  hint: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
      <span>
        <span className="block font-medium text-small">{label}</span>
        <span className="block text-label text-secondary">{hint}</span>
      </span>
      <Switch name={name} checked={on} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}
