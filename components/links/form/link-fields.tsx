"use client";

import { longestDescription, longestImage } from "@/lib/core/link-extras";
import { longestNote } from "@/lib/core/tag";
import { readableZone } from "@/lib/core/time-zone";
import { useInstance } from "../../layout/instance";
import { useViewer } from "../../layout/viewer-context";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Textarea } from "../../ui/textarea";
import { DestinationFields } from "./destination-fields";
import { ExpiryField, StartField } from "./expiry-field";
import type { FoldedField } from "./folded-fields";
import { HostField } from "./host-field";
import type { LinkDraft } from "./link-draft";
import { hasDestinations, isNever, type MoreDraft, type MoreField } from "./more-draft";
import { PasswordField } from "./password-field";
import { SwitchField, Warning } from "./small-fields";
import { TagsInput } from "./tags-input";
import { UrlInput } from "./url-input";

/** The chips behind which fields are that a dialog may open for. */
export const firstFields: Partial<Record<MoreField, string>> = {
  maxClicks: "Limit",
  startsAt: "Start",
};

/** The fields of the dialog that few links need, each behind a chip. */
export function useLinkFields(
  draft: LinkDraft,
  problemOf: (path: string) => string | undefined,
  set: (changes: Partial<LinkDraft>) => void,
): FoldedField[] {
  const { domains } = useInstance();
  const zone = readableZone(useViewer().timeZone);
  const { more, expires } = draft;
  const change = (changes: Partial<MoreDraft>) => set({ more: { ...more, ...changes } });
  const isWrong = (...paths: string[]) => paths.some((path) => problemOf(path) !== undefined);
  return [
    {
      name: "Expiry",
      isSet: expires !== "",
      isWrong: isWrong("expiresAt"),
      content: (
        <ExpiryField
          value={expires}
          error={problemOf("expiresAt")}
          onChange={(next) => set({ expires: next })}
        />
      ),
    },
    {
      name: "Tags",
      isSet: draft.tags.length > 0 || draft.tag !== "",
      isWrong: isWrong("tags"),
      content: (
        <TagsInput
          tags={draft.tags}
          typed={draft.tag}
          error={problemOf("tags")}
          onChange={(tags, tag) => set({ tags, tag })}
        />
      ),
    },
    {
      name: "Password",
      isSet: more.password !== "" || more.hasPassword || more.lostPassword !== null,
      isWrong: isWrong("password"),
      content: <PasswordField more={more} error={problemOf("password")} onChange={change} />,
    },
    {
      name: "Limit",
      isSet: more.maxClicks !== "",
      isWrong: isWrong("maxClicks"),
      content: (
        <Field
          label="Click limit"
          error={problemOf("maxClicks")}
          hint={
            more.maxClicks === "" || more.password !== "" || more.hasPassword
              ? "Total clicks by people. After that, the link is used up."
              : "Total clicks by people. Mail scanners that pretend to be browsers can use the link up: set a password to keep them out."
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
              onChange={(event) => change({ maxClicks: event.target.value })}
            />
          )}
        </Field>
      ),
    },
    {
      name: "Preview",
      isSet: more.description !== "" || more.image !== "",
      isWrong: isWrong("description", "image"),
      content: <PreviewFields more={more} problemOf={problemOf} onChange={change} />,
    },
    {
      name: "Note",
      isSet: draft.note !== "",
      isWrong: isWrong("note"),
      content: (
        <Field label="Note" error={problemOf("note")} hint="Only owners see it.">
          {(control) => (
            <Textarea
              {...control}
              name="note"
              rows={2}
              maxLength={longestNote}
              value={draft.note}
              onChange={(event) => set({ note: event.target.value })}
              className="min-h-16"
            />
          )}
        </Field>
      ),
    },
    {
      name: "Start",
      isSet: more.starts !== "",
      isWrong: isWrong("startsAt"),
      content: (
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
          onChange={(starts) => change({ starts })}
        />
      ),
    },
    {
      name: "Fallback",
      isSet: more.expiredUrl !== "",
      isWrong: isWrong("expiredUrl"),
      content: (
        <Field
          label="Fallback destination"
          error={problemOf("expiredUrl")}
          hint="Where visitors go once the link has expired or is used up."
        >
          {(control) => (
            <UrlInput
              {...control}
              placeholder="https://example.com/over"
              value={more.expiredUrl}
              onChange={(expiredUrl) => change({ expiredUrl })}
            />
          )}
        </Field>
      ),
    },
    {
      name: "Platforms, countries",
      isSet: hasDestinations(more),
      isWrong: isWrong("ios", "android", "geo", ...more.geo.map(([country]) => `geo.${country}`)),
      content: (
        <DestinationFields more={more} url={draft.url} problemOf={problemOf} onChange={change} />
      ),
    },
    {
      name: "Query",
      isSet: more.forwardQuery,
      isWrong: isWrong("forwardQuery", "forwardUtm"),
      content: (
        <>
          <SwitchField
            name="forwardQuery"
            label="Forward query parameters"
            hint="The destination gets what visitors add after the ?, except parameters that it has itself."
            on={more.forwardQuery}
            onChange={(forwardQuery) => change({ forwardQuery })}
          />
          {more.forwardQuery && (
            <SwitchField
              name="forwardUtm"
              label="With campaign tags"
              hint="The tags that start with utm_, too."
              on={more.forwardUtm}
              onChange={(forwardUtm) => change({ forwardUtm })}
            />
          )}
        </>
      ),
    },
    ...(domains.size > 0 || more.domain !== ""
      ? [
          {
            name: "Host",
            isSet: more.domain !== "",
            isWrong: isWrong("domain"),
            content: (
              <HostField
                value={more.domain}
                error={problemOf("domain")}
                onChange={(domain) => change({ domain })}
              />
            ),
          },
        ]
      : []),
    {
      name: "State",
      isSet: !draft.enabled,
      content: (
        <SwitchField
          name="enabled"
          label="Enabled"
          hint="When disabled, visitors get the page for unknown links."
          on={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
      ),
    },
  ];
}

function PreviewFields({
  more,
  problemOf,
  onChange,
}: {
  more: MoreDraft;
  problemOf: (path: string) => string | undefined;
  onChange: (changes: Partial<MoreDraft>) => void;
}) {
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
