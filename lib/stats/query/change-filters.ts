import type { ChannelLabels } from "./channel-labels";
import type { FilterName, Filters } from "./query";

/** Adds a label to the filter `name`, or removes it if it is already there, negated or not. */
export function toggled(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot } = filters[name] ?? { is: [], isNot: [] };
  if (is.includes(label) || isNot.includes(label))
    return withFilter(filters, name, { is: without(is, label), isNot: without(isNot, label) });
  return withFilter(filters, name, { is: [...is, label], isNot });
}

/** Switches `label` between "is" and "is not". */
export function negated(filters: Filters, name: FilterName, label: string): Filters {
  const { is, isNot } = filters[name] ?? { is: [], isNot: [] };
  const wasIs = is.includes(label);
  return withFilter(
    filters,
    name,
    wasIs
      ? { is: without(is, label), isNot: [...isNot, label] }
      : { is: [...is, label], isNot: without(isNot, label) },
  );
}

function withFilter(
  filters: Filters,
  name: FilterName,
  filter: { is: string[]; isNot: string[] },
): Filters {
  const { [name]: _, ...others } = filters;
  return filter.is.length + filter.isNot.length === 0 ? others : { ...others, [name]: filter };
}

function without(labels: readonly string[], label: string): string[] {
  return labels.filter((each) => each !== label);
}

/** Whether the filters leave this channel only. */
export function isChannelChosen(filters: Filters, { source, medium }: ChannelLabels): boolean {
  const only = (name: "utm_source" | "utm_medium", tag: string) =>
    filters[name]?.is.length === 1 && filters[name].is[0] === tag;
  return only("utm_source", source) && only("utm_medium", medium);
}

/** With this channel only, or with any for null. */
export function withChannel(
  { utm_source: _, utm_medium: __, ...others }: Filters,
  channel: ChannelLabels | null,
): Filters {
  if (channel === null) return others;
  return {
    ...others,
    utm_source: { is: [channel.source], isNot: [] },
    utm_medium: { is: [channel.medium], isNot: [] },
  };
}
