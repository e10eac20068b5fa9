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
