import type { ChannelLabels } from "./channel-labels";
import { type Filter, type FilterName, type Filters, hasLabels, noLabels } from "./filters";

/** Adds a label to the filter `name`, or removes it if it is already there, negated or not. */
export function toggled(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot, ...others } = filters[name] ?? noLabels;
  if (is.includes(label) || isNot.includes(label))
    return withFilter(filters, name, {
      ...others,
      is: without(is, label),
      isNot: without(isNot, label),
    });
  return withFilter(filters, name, { ...others, is: [...is, label], isNot });
}

/** Switches `label` between "is" and "is not". */
export function negated(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot, ...others } = filters[name] ?? noLabels;
  const wasIs = is.includes(label);
  return withFilter(filters, name, {
    ...others,
    is: wasIs ? without(is, label) : [...is, label],
    isNot: wasIs ? [...isNot, label] : without(isNot, label),
  });
}

/** The same with what visitors sent, or an empty label for nothing. */
export function toggledNamed(filters: Filters, name: FilterName, label: string): Filters {
  const { named: before = [], ...others } = filters[name] ?? noLabels;
  const named = before.includes(label) ? without(before, label) : [...before, label];
  return withFilter(filters, name, { ...others, ...(named.length > 0 ? { named } : {}) });
}

function withFilter(filters: Filters, name: FilterName, filter: Filter): Filters {
  const { [name]: _, ...others } = filters;
  return hasLabels(filter) ? { ...others, [name]: filter } : others;
}

function without(labels: readonly string[], label: string): string[] {
  return labels.filter((each) => each !== label);
}

/** Whether the filters leave this channel only. */
export function isChannelChosen(filters: Filters, channel: ChannelLabels): boolean {
  const only = (name: "utm_source" | "utm_medium", wanted: Filter) => {
    const { is, named = [] } = filters[name] ?? noLabels;
    return (
      is.length + named.length === 1 && is[0] === wanted.is[0] && named[0] === wanted.named?.[0]
    );
  };
  const { source, medium } = filtersOfChannel(channel);
  return only("utm_source", source) && only("utm_medium", medium);
}

function filtersOfChannel({ source, medium, exact = {} }: ChannelLabels) {
  const only = (label: string, named: string | undefined): Filter =>
    label === "None" && named !== undefined
      ? { is: [], isNot: [], named: [named] }
      : { is: [label], isNot: [] };
  return { source: only(source, exact.source), medium: only(medium, exact.medium) };
}

/** With this channel only, or with any for null. */
export function withChannel(
  { utm_source: _, utm_medium: __, ...others }: Filters,
  channel: ChannelLabels | null,
): Filters {
  if (channel === null) return others;
  const { source, medium } = filtersOfChannel(channel);
  return { ...others, utm_source: source, utm_medium: medium };
}
