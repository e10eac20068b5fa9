import { z } from "zod";
import { says } from "../../texts/sentence";
import { dimensions } from "./dimensions";
import {
  type Filter,
  type FilterName,
  type Filters,
  filterDimensions,
  filterNames,
  hasLabels,
} from "./filters";

const mostValues = 50;

const label = z
  .string()
  .max(300, says("mustBe300"))
  .refine((text) => !text.includes("\0"), says("mustNotHaveNul"));

const listOf = (each: z.ZodString) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === "string" ? [value] : value))
    .pipe(z.array(each).max(mostValues, says("mustBeGivenLess", { most: mostValues })));

const repeated = (item: { pattern?: string; minLength?: number }) => ({
  anyOf: undefined,
  type: "array" as const,
  items: { type: "string" as const, ...item, maxLength: 300 },
  maxItems: mostValues,
});

/** Addresses from before there was `_not` have a `!` before the label. */
const labels = listOf(label.regex(/^!?[^!]/u, says("mustBeLabel")))
  .transform(
    (texts): Filter => ({
      is: texts.filter((text) => !text.startsWith("!")),
      isNot: texts.flatMap((text) => (text.startsWith("!") ? [text.slice(1)] : [])),
    }),
  )
  .meta({
    description:
      "Counts only clicks with this label, as the lists name it. May be repeated. Behind a `!` it means the same as in `_not`; a label that begins with `!` goes into `_is`.",
    ...repeated({ pattern: "^!?[^!]" }),
  });

const isLabels = listOf(label).meta({
  description:
    "Counts only clicks with this label, whatever it begins with. `None`, `Direct` and `Unknown` are texts here; clicks without a value are those of an empty label. May be repeated.",
  ...repeated({}),
});
const notLabels = listOf(label.min(1, says("mustNotBeEmpty"))).meta({
  description:
    "Counts only clicks without this label, as the lists name it, whatever it begins with. May be repeated.",
  ...repeated({ minLength: 1 }),
});

type Shape = Record<FilterName, z.ZodOptional<typeof labels>> &
  Record<`${FilterName}_${"is" | "not"}`, z.ZodOptional<typeof isLabels>>;

/** The query parameters that set filters: of each name three. */
export const filterShape = Object.fromEntries(
  filterNames.flatMap((name) => [
    [name, labels.optional()],
    [`${name}_is`, isLabels.optional()],
    [`${name}_not`, notLabels.optional()],
  ]),
) as Shape;
export const filterParameters = Object.keys(filterShape) as (keyof Shape)[];

export type FilterValues = { [Name in keyof Shape]?: z.output<Shape[Name]> };

export function filtersOf(given: FilterValues): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const { is, isNot } = given[name] ?? { is: [], isNot: [] };
    const [exact, without] = [given[`${name}_is`] ?? [], given[`${name}_not`] ?? []];
    const isNamed = (label: string) => label === "" || label === absentLabel(name);
    const named = exact.filter(isNamed);
    const filter = {
      is: [...is, ...exact.filter((label) => !isNamed(label))],
      isNot: [...isNot, ...without],
      ...(named.length > 0 ? { named } : {}),
    };
    if (hasLabels(filter)) filters[name] = filter;
  }
  return filters;
}

export function absentLabel(name: FilterName): string {
  return dimensions[filterDimensions[name]].absent;
}
