"use client";

import { type RefObject, useState } from "react";
import { useTexts } from "#texts";
import { mono } from "@/components/texts/tags";
import { SpellCheck2 } from "@/components/ui/icons";
import { foldText } from "@/lib/core/fold-text";
import { type Channel, channelPresets } from "@/lib/links/channel";
import type { UsedTags } from "@/lib/stats/report/used-tags";
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
  const known = usedBefore(used, focused);
  const typed = channel[focused.key].trim();
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
                value={channel[part.key]}
                onFocus={() => setFocused(part)}
                onChange={(event) => onChange({ ...channel, [part.key]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {known.length > 0 && (
        <div className="-mt-1 flex flex-wrap items-center gap-2">
          <span className="text-label text-secondary">{t(`recent.${focused.of}`)}</span>
          {known.slice(0, 6).map((value) => (
            <Chip
              key={value}
              size="tiny"
              on={value === typed}
              className="font-mono"
              onClick={() => onChange({ ...channel, [focused.key]: value })}
            >
              <span className="truncate">{value}</span>
            </Chip>
          ))}
        </div>
      )}
      <FieldNote tone={twin ? "warn" : "plain"} className="-mt-1 flex-nowrap items-start">
        <SpellCheck2 aria-hidden className="mt-px" />
        {twin ? (
          <span>{t.rich("countedSeparately", { typed, used: twin, mono })}</span>
        ) : (
          <span>{t("reuse")}</span>
        )}
      </FieldNote>
    </>
  );
}

/** Past values, most used first. Sources and mediums include those of the presets. */
function usedBefore(used: UsedTags | null, { key, of }: (typeof parts)[number]): string[] {
  const preset = key === "campaign" ? [] : channelPresets.map((channel) => channel[key]);
  return [...new Set([...(used?.[of] ?? []), ...preset])];
}
