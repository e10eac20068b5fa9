import { useEffect, useRef } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ImportField } from "@/lib/transfer/sources";

export type Mapping = Partial<Record<ImportField, string>>;

/** The other fields are recognised by name. */
const labels: Partial<Record<ImportField, string>> = {
  url: "Destination",
  slug: "Slug or short URL",
  title: "Title",
  enabled: "Enabled",
  createdAt: "Created",
  expiresAt: "Expires",
  importedClicks: "Clicks so far",
  tags: "Tags",
  note: "Note",
  aliases: "Aliases",
};

/**
 * Lets the owner say which column holds what. `auto`: the file is recognised, so each field has a
 * column unless chosen otherwise.
 */
export default function ColumnMapping({
  names,
  auto,
  mapping,
  disabled,
  onChange,
}: {
  names: string[];
  auto: boolean;
  mapping: Mapping;
  disabled: boolean;
  onChange: (mapping: Mapping) => void;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  // The button that opened it is gone, and this is the next step.
  useEffect(() => fields.current?.querySelector("select")?.focus(), []);
  const change = (field: ImportField, { [field]: _, ...rest }: Mapping, value: string) =>
    onChange(value === "auto" ? rest : { ...rest, [field]: value.slice(1) });
  return (
    <fieldset ref={fields} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-2 text-secondary text-small">
        Which column holds what? Each choice is checked at once.
      </legend>
      {(Object.keys(labels) as ImportField[]).map((field) => (
        <Field key={field} label={labels[field] ?? field} optional={field !== "url"}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={mapping[field] === undefined ? "auto" : `=${mapping[field]}`}
              onChange={(event) => change(field, mapping, event.target.value)}
            >
              <option value="auto">{auto ? "As recognized" : "None"}</option>
              {auto && field !== "url" && <option value="=">None</option>}
              {[...new Set(names)].map(
                (name) =>
                  name && (
                    <option key={name} value={`=${name}`}>
                      {name}
                    </option>
                  ),
              )}
            </Select>
          )}
        </Field>
      ))}
    </fieldset>
  );
}
