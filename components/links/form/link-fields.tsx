"use client";

import { useTexts } from "#texts";
import { longestNote } from "@/lib/core/tag";
import { readableZone } from "@/lib/core/time-zone";
import { useViewer } from "../../layout/viewer-context";
import { Field } from "../../ui/field";
import { Textarea } from "../../ui/textarea";
import { useCommonFields } from "./common-fields";
import { DestinationFields, ScheduleFields } from "./destination-fields";
import { StartField } from "./expiry-field";
import type { FieldName, FoldedField } from "./folded-fields";
import type { LinkDraft } from "./link-draft";
import { hasDestinations, isNever, type MoreDraft, type MoreField } from "./more-draft";
import { FallbackField, LimitField, PreviewFields, QueryFields } from "./more-fields";
import { PasswordField } from "./password-field";
import { SwitchField, Warning } from "./small-fields";

/** The chips behind which fields are that a dialog may open for. */
export const firstFields: Partial<Record<MoreField, FieldName>> = {
  maxClicks: "limit",
  startsAt: "start",
};

/** The fields of the dialog that few links need, each behind a chip. */
export function useLinkFields(
  draft: LinkDraft,
  problemOf: (path: string) => string | undefined,
  set: (changes: Partial<LinkDraft>) => void,
): FoldedField[] {
  const t = useTexts("form");
  const zone = readableZone(useViewer().timeZone);
  const { more, expires } = draft;
  const change = (changes: Partial<MoreDraft>) => set({ more: { ...more, ...changes } });
  const isWrong = (...paths: string[]) => paths.some((path) => problemOf(path) !== undefined);
  const common = useCommonFields(
    { ...draft, domain: more.domain },
    ({ domain, ...changes }) =>
      set({ ...changes, ...(domain !== undefined && { more: { ...more, domain } }) }),
    problemOf,
  );
  return [
    ...common.first,
    {
      name: "password",
      isSet: more.password !== "" || more.hasPassword || more.lostPassword !== null,
      isWrong: isWrong("password"),
      content: <PasswordField more={more} error={problemOf("password")} onChange={change} />,
    },
    {
      name: "limit",
      isSet: more.maxClicks !== "",
      isWrong: isWrong("maxClicks"),
      content: <LimitField more={more} error={problemOf("maxClicks")} onChange={change} />,
    },
    {
      name: "preview",
      isSet: more.description !== "" || more.image !== "",
      isWrong: isWrong("description", "image"),
      content: <PreviewFields more={more} problemOf={problemOf} onChange={change} />,
    },
    {
      name: "note",
      isSet: draft.note !== "",
      isWrong: isWrong("note"),
      content: (
        <Field label={t("fields.note")} error={problemOf("note")} hint={t("noteHint")}>
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
      name: "start",
      isSet: more.starts !== "",
      isWrong: isWrong("startsAt"),
      content: (
        <StartField
          value={more.starts}
          error={problemOf("startsAt")}
          hint={
            isNever(more.starts, expires) ? (
              <Warning>{t("start.never")}</Warning>
            ) : (
              t("start.note", { zone })
            )
          }
          onChange={(starts) => change({ starts })}
        />
      ),
    },
    {
      name: "fallback",
      isSet: more.expiredUrl !== "",
      isWrong: isWrong("expiredUrl"),
      content: <FallbackField more={more} error={problemOf("expiredUrl")} onChange={change} />,
    },
    {
      name: "destinations",
      isSet: hasDestinations(more),
      isWrong: isWrong(
        ...["ios", "android", "geo", "languages"],
        ...more.geo.map(([country]) => `geo.${country}`),
        ...more.languages.map(([tag]) => `languages.${tag}`),
      ),
      content: (
        <DestinationFields more={more} url={draft.url} problemOf={problemOf} onChange={change} />
      ),
    },
    {
      name: "schedule",
      isSet: more.schedule.length > 0,
      isWrong: isWrong("schedule"),
      content: (
        <ScheduleFields more={more} url={draft.url} problemOf={problemOf} onChange={change} />
      ),
    },
    {
      name: "query",
      isSet: more.forwardQuery,
      isWrong: isWrong("forwardQuery", "forwardUtm"),
      content: <QueryFields more={more} onChange={change} />,
    },
    ...common.host,
    {
      name: "state",
      isSet: !draft.enabled,
      content: (
        <SwitchField
          name="enabled"
          label={t("enabled")}
          hint={t("enabledHint")}
          on={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
      ),
    },
  ];
}
