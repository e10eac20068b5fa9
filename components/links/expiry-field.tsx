"use client";

import { useState } from "react";
import { formatUntil } from "@/lib/core/format";
import { Chip } from "../ui/chip";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

const hourMs = 3_600_000;
const choices = [
  { name: "1 hour", ms: hourMs },
  { name: "1 day", ms: 24 * hourMs },
  { name: "7 days", ms: 7 * 24 * hourMs },
  { name: "30 days", ms: 30 * 24 * hourMs },
];

/** Expiry of a link. `value` is that of a `datetime-local` input (`2026-11-26T14:20`), in UTC; empty means never. */
export function ExpiryField({ value, error, onChange }: { value: string; error?: string | undefined; onChange: (value: string) => void }) {
  // The time the field was opened, so that a chip stays selected as time passes.
  const [now] = useState(() => new Date());
  const at = value ? new Date(`${value}Z`) : null;
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
      <Field label={<span className="sr-only">Expires at, UTC</span>} error={error} className="gap-0">
        {(control) => (
          <span className="flex items-center gap-2">
            <Input {...control} type="datetime-local" className="w-[220px]" value={value} onChange={(event) => onChange(event.target.value)} />
            <span className="text-secondary text-small">
              {at ? (at > now ? `${formatUntil(at, now)} (UTC)` : "already passed: the link will not work") : "UTC"}
            </span>
          </span>
        )}
      </Field>
    </fieldset>
  );
}

/** The input value of a date, to the minute. */
export function toControl(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** The input value in the format of the API; null means never. */
export function fromControl(value: string): string | null {
  return value ? `${value}:00Z` : null;
}
