"use client";

import { type RefObject, useState } from "react";
import { useTexts } from "#texts";
import { mono } from "@/components/texts/tags";
import { SpellCheck2 } from "@/components/ui/icons";
import { type CampaignRule, isListedMedium, tidyTag } from "@/lib/core/campaign-rule";
import { foldText } from "@/lib/core/fold-text";
import { type Channel, channelPresets } from "@/lib/links/channel";
import type { UsedTags } from "@/lib/stats/report/used-tags";
import { useInstance } from "../../layout/instance";
import { Chip } from "../../ui/chip";
import { Field, FieldNote } from "../../ui/field";
import { Input } from "../../ui/input";

const parts = [
  { key: "source", of: "sources" },
  { key: "medium", of: "mediums" },
  { key: "campaign", of: "campaigns" },
] as const;

/**
 * The three UTM tags, with past values to reuse, because different spellings are counted
 * separately.
 */
export function ChannelFields({
  channel,
  used,
  sourceInput,
  onChange,
}: {
  channel: Channel;
  used: UsedTags | null;
  sourceInput?: RefObject<HTMLInputElement | null>;
  onChange: (channel: Channel) => void;
}) {
  const t = useTexts("links.share");
  const [focused, setFocused] = useState<(typeof parts)[number]>(parts[2]);
  const rule = useInstance().campaignRule;
  /** As it is typed until the field is left: a text that changes under the cursor moves it. */
  const [raw, setRaw] = useState("");
  const shownIn = ({ key }: (typeof parts)[number]) =>
    key === focused.key && tidyTag(raw, rule) === channel[key] ? raw : channel[key];
  const known = offered(used, focused, rule);
  const typed = channel[focused.key].trim();
  const isUnlisted = !isListedMedium(channel.medium, rule);
  const twin = known.find((value) => value !== typed && foldText(value) === foldText(typed));
  return (
    <>
      <div className="grid gap-3 md:grid-cols-3">
        {parts.map((part) => (
          <Field key={part.key} label={t(part.key)}>
            {(control) => (
              <Input
                {...control}
                {...(part.key === "source" && sourceInput ? { ref: sourceInput } : {})}
                inputClassName="mono"
                maxLength={255}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={part.key === "campaign" ? t("none") : undefined}
                value={shownIn(part)}
                onFocus={() => {
                  setFocused(part);
                  setRaw(channel[part.key]);
                }}
                onBlur={() => setRaw(channel[part.key])}
                onChange={({ target }) => {
                  setRaw(target.value);
                  onChange({ ...channel, [part.key]: tidyTag(target.value, rule) });
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {known.length > 0 && (
        <div className="-mt-1 flex flex-wrap items-center gap-2">
          <span className="text-label text-secondary">
            {isListed(focused, rule) ? t("mediums") : t("usedBefore")}
          </span>
          {known.slice(0, isListed(focused, rule) ? known.length : mostRecent).map((value) => (
            <Chip
              key={value}
              size="tiny"
              on={value === typed}
              className="font-mono"
              onClick={() =>
                onChange({
                  ...channel,
                  [focused.key]: isListed(focused, rule) ? value : tidyTag(value, rule),
                })
              }
            >
              <span className="truncate">{value}</span>
            </Chip>
          ))}
        </div>
      )}
      <FieldNote
        tone={twin || isUnlisted ? "warn" : "plain"}
        className="-mt-1 flex-nowrap items-start"
      >
        <SpellCheck2 aria-hidden className="mt-px" />
        {isUnlisted ? (
          <span>{t.rich("unlisted", { medium: channel.medium.trim(), mono })}</span>
        ) : twin ? (
          <span>{t.rich("countedSeparately", { typed, used: twin, mono })}</span>
        ) : (
          <span>{t(rule.isTidy ? "tidied" : "reuse")}</span>
        )}
      </FieldNote>
    </>
  );
}

const mostRecent = 6;

const isListed = ({ key }: (typeof parts)[number], { mediums }: CampaignRule) =>
  key === "medium" && mediums.length > 0;

/**
 * The list of media, or past values, most used first. Sources and mediums include those of the
 * presets.
 */
function offered(
  used: UsedTags | null,
  part: (typeof parts)[number],
  rule: CampaignRule,
): readonly string[] {
  if (isListed(part, rule)) return rule.mediums;
  const { key, of } = part;
  const preset = key === "campaign" ? [] : channelPresets.map((channel) => channel[key]);
  return [...new Set([...(used?.[of] ?? []), ...preset])];
}
