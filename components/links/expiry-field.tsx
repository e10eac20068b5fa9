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

/** When a link stops working: `value` is what a date-time control holds (`2026-11-26T14:20`), read as UTC; empty is never. */
export function ExpiryField({ value, error, onChange }: { value: string; error?: string | undefined; onChange: (value: string) => void }) {
  // The moment it was opened, so that a chip stays chosen while minutes pass.
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
              UTC{at && (at > now ? `, ${formatUntil(at, now)}` : ", which is over: the link will not work")}
            </span>
          </span>
        )}
      </Field>
    </fieldset>
  );
}

/** To the minute, as the control shows it. */
export function toControl(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** What the control holds as the API takes it; null is never. */
export function fromControl(value: string): string | null {
  return value ? `${value}:00Z` : null;
}
