"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { useTexts } from "#texts";
import { hourMs } from "@/lib/core/day";
import { formatInstant, formatUntil } from "@/lib/core/format";
import { addDays, endOfWeek, localDate, startOfDate, toLocal } from "@/lib/core/local-time";
import { readableZone } from "@/lib/core/time-zone";
import { useViewer } from "../../layout/viewer-context";
import { Chip } from "../../ui/chip";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { latestInstant, toControl, utcOf } from "./instant-value";

const choices = [
  { amount: [1, "hour"], ms: hourMs },
  { amount: [1, "day"], ms: 24 * hourMs },
  { amount: [7, "day"], ms: 7 * 24 * hourMs },
  { amount: [30, "day"], ms: 30 * 24 * hourMs },
] as const;

interface InstantProps {
  /**
   * In UTC, as in a `datetime-local` input (`2026-11-26T14:20`); empty means none. Null until one
   * is chosen.
   */
  value: string | null;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/**
 * Expiry of a link, or of what `passed` says, entered in the viewer's time zone. Empty means never.
 */
export function ExpiryField({
  value,
  error,
  onChange,
  passed,
}: InstantProps & { passed?: string }) {
  const [now] = useState(() => new Date());
  const at = new Date(`${value}Z`);
  const t = useTexts("form.expiry");
  const { timeZone, locale } = useViewer();
  const week = { name: t("endOfWeek"), at: endOfWeek(now, timeZone) };
  /** With the time in UTC, which is that of API and exports. */
  const instantText = () => {
    const local = formatInstant(at, now, timeZone, locale);
    if (timeZone === "UTC") return local;
    return `${local} = ${formatInstant(at, now, "UTC", locale)}`;
  };
  return (
    <InstantField
      legend={t("title")}
      label={t("field", { zone: readableZone(timeZone) })}
      none={t("never")}
      choices={[
        ...choices.map(({ amount, ms }) => ({
          name: t.amount(amount[0], amount[1]),
          at: new Date(now.getTime() + ms),
        })),
        week,
      ]}
      days={7}
      beside={
        value &&
        (at > now
          ? t("until", { name: formatUntil(at, now, locale), value: instantText() })
          : (passed ?? t("passed")))
      }
      {...{ value, error, onChange }}
    />
  );
}

/** Start of a link, entered in the viewer's time zone. Empty means at once. */
export function StartField({ hint, ...props }: InstantProps & { hint: ReactNode }) {
  const t = useTexts("form.start");
  const zone = readableZone(useViewer().timeZone);
  return (
    <InstantField
      legend={t("title")}
      label={t("field", { zone })}
      name="startsAt"
      none={t("atOnce")}
      choices={[]}
      days={1}
      hint={hint}
      {...props}
    />
  );
}

function InstantField({
  legend,
  label,
  name,
  none,
  choices,
  days,
  beside,
  hint,
  value,
  error,
  onChange,
}: InstantProps & {
  legend: string;
  /** With the time zone. */
  label: string;
  name?: string;
  /** What an empty value means. */
  none: string;
  choices: { name: string; at: Date }[];
  /** A date to begin with is the midnight so many days from today. */
  days: number;
  beside?: ReactNode;
  hint?: ReactNode;
}) {
  // The time the field was opened, so that a chip stays selected as time passes.
  const [now] = useState(() => new Date());
  const t = useTexts("form.expiry");
  const { timeZone } = useViewer();
  const [isTyping, setTyping] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const offered = choices.map(({ name, at }) => ({ name, at: toControl(at) }));
  const isOffered = offered.some(({ at }) => value === at);
  const isDate = Boolean(value) && (isChosen || !isOffered);
  const choose = (next: string) => {
    setChosen(false);
    onChange(next);
  };
  const chooseDate = () => {
    setChosen(true);
    if (!value) onChange(toControl(startOfDate(addDays(localDate(now, timeZone), days), timeZone)));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-small">{legend}</legend>
      <div className="flex flex-wrap gap-2 max-sm:gap-1.5">
        <Chip on={value === ""} onClick={() => choose("")}>
          {none}
        </Chip>
        {offered.map(({ name, at }) => (
          <Chip key={name} on={!isDate && value === at} onClick={() => choose(at)}>
            {name}
          </Chip>
        ))}
        <Chip on={isDate} onClick={chooseDate}>
          {t("date")}
        </Chip>
      </div>
      {/* WebKit shows today in a field without a value, so there is none until a date is chosen, except while one is typed anew. */}
      {(isDate || isTyping || error) && (
        <Field
          label={<span className="sr-only">{label}</span>}
          error={error}
          hint={hint}
          className="mt-2 gap-0"
        >
          {(control) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of the field in it
            <span
              className="flex flex-wrap items-center gap-x-2 gap-y-1"
              onFocus={() => setTyping(true)}
              onBlur={() => setTyping(false)}
            >
              <InstantInput
                {...control}
                {...(name ? { name } : {})}
                autoFocus={isChosen}
                value={value ?? ""}
                onChange={onChange}
              />
            </span>
          )}
        </Field>
      )}
      {beside && <p className="mt-1.5 text-label text-secondary">{beside}</p>}
    </fieldset>
  );
}

/** Shows an instant in the time zone of the viewer. */
export function InstantInput({
  value,
  onChange,
  ...control
}: Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
}) {
  const { timeZone } = useViewer();
  // Shows what was typed as long as it means this value: when clocks change, two local times can be
  // the same instant.
  const [typed, setTyped] = useState({ text: "", value: "" });
  const local =
    typed.value === value
      ? typed.text
      : value
        ? toControl(toLocal(new Date(`${value}Z`), timeZone))
        : "";
  const type = (text: string) => {
    const next = utcOf(text, timeZone);
    if (next === null) return;
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <Input
      {...control}
      type="datetime-local"
      max={toControl(latestInstant)}
      className="w-[220px]"
      value={local}
      onChange={(event) => type(event.target.value)}
    />
  );
}
