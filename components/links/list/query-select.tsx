"use client";

import type { Route } from "next";
import { useTransition } from "react";
import { useOnlineRouter } from "../../ui/use-online-router";

/** What the list shows, as a native select: each choice has its URL. */
export function QuerySelect({
  label,
  value,
  options,
  className,
}: {
  label: string;
  value: string;
  options: readonly { value: string; name: string; href: Route }[];
  className: string;
}) {
  const { push } = useOnlineRouter();
  const [pending, start] = useTransition();
  // Uncontrolled, so that it shows the new choice while that loads.
  return (
    <select
      key={value}
      aria-label={label}
      data-pending={pending || undefined}
      defaultValue={value}
      onChange={({ target }) =>
        start(() => {
          const chosen = options.find((option) => option.value === target.value);
          if (!chosen || !push(chosen.href, { scroll: false })) target.value = value;
        })
      }
      className={className}
    >
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
