"use client";

import type { Route } from "next";
import { useOptimistic, useTransition } from "react";
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
  /** The new choice while that loads. */
  const [shown, show] = useOptimistic(value);
  return (
    <select
      aria-label={label}
      data-pending={pending || undefined}
      value={shown}
      onChange={({ target }) =>
        start(() => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen && push(chosen.href, { scroll: false })) show(chosen.value);
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
