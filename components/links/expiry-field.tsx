"use client";

import { useState } from "react";
import { hourMs } from "@/lib/core/day";
import { formatUntil } from "@/lib/core/format";
import { fromLocal, toLocal } from "@/lib/core/local-time";
import { readableZone } from "@/lib/core/time-zone";
import { useViewer } from "../layout/viewer-context";
import { Chip } from "../ui/chip";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

/** Within the years that an input accepts, in every time zone. */
const latest = new Date("9999-12-30T23:59Z");
const choices = [
  { name: "1 hour", ms: hourMs },
  { name: "1 day", ms: 24 * hourMs },
  { name: "7 days", ms: 7 * 24 * hourMs },
  { name: "30 days", ms: 30 * 24 * hourMs },
];

/** Expiry of a link, entered in the viewer's time zone. `value` is in UTC, as in a `datetime-local` input (`2026-11-26T14:20`); empty means never. */
export function ExpiryField({ value, error, onChange }: { value: string; error?: string | undefined; onChange: (value: string) => void }) {
  // The time the field was opened, so that a chip stays selected as time passes.
  const [now] = useState(() => new Date());
  const at = value ? new Date(`${value}Z`) : null;
  const zone = readableZone(useViewer().timeZone);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-small">Expires</legend>
      <div className="mb-2 flex flex-wrap gap-2 max-sm:gap-1.5">
        <Chip on={value === ""} onClick={() => onChange("")}>
          Never
        </Chip>
        {choices.map(({ name, ms }) => {
          const then = toControl(new Date(now.getTime() + ms));
          return (
            <Chip key={name} on={value === then} onClick={() => onChange(then)}>
              {name}
            </Chip>
          );
        })}
      </div>
      <Field label={<span className="sr-only">Expires at, {zone}</span>} error={error} className="gap-0">
        {(control) => (
          <span className="flex items-center gap-2">
            <InstantInput {...control} value={value} onChange={onChange} />
            <span className="text-secondary text-small">
              {at ? (at > now ? `${formatUntil(at, now)} (${zone})` : "already passed: the link will not work") : zone}
            </span>
          </span>
        )}
      </Field>
    </fieldset>
  );
}

/** An instant, entered in the viewer's time zone. `value` is in UTC, as in a `datetime-local` input; empty means none. */
export function InstantInput({ value, onChange, ...control }: { id: string; name?: string; value: string; onChange: (value: string) => void }) {
  const { timeZone } = useViewer();
  // Shows what was typed as long as it means this value: when clocks change, two local times can be the same instant.
  const [typed, setTyped] = useState({ text: "", value: "" });
  const local = typed.value === value ? typed.text : value ? toControl(toLocal(new Date(`${value}Z`), timeZone)) : "";
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
      max={toControl(latest)}
      className="w-[220px]"
      value={local}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/** The input value in UTC of one in a time zone. Null if it is no date, such as while a year is typed. */
export function utcOf(text: string, timeZone: string): string | null {
  if (text === "") return "";
  const local = new Date(`${text}Z`);
  return local <= latest ? toControl(fromLocal(local, timeZone)) : null;
}

/** The input value of a date, to the minute. */
export function toControl(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** The input value in the format of the API; null means never. */
export function fromControl(value: string): string | null {
  return value ? `${value}:00Z` : null;
}
