import { useEffect, useRef } from "react";
import { useTexts } from "#texts";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ImportField } from "@/lib/transfer/column-names";

export type Mapping = Partial<Record<ImportField, string>>;

/** The other fields are recognised by name. */
const fieldsByHand = [
  ...(["url", "slug", "title", "enabled", "createdAt"] as const),
  ...(["expiresAt", "importedClicks", "tags", "note", "aliases"] as const),
];

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
  const t = useTexts("settings.data");
  const fields = useRef<HTMLFieldSetElement>(null);
  // The button that opened it is gone, and this is the next step.
  useEffect(() => fields.current?.querySelector("select")?.focus(), []);
  const change = (field: ImportField, { [field]: _, ...rest }: Mapping, value: string) =>
    onChange(value === "auto" ? rest : { ...rest, [field]: value.slice(1) });
  return (
    <fieldset ref={fields} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-2 text-secondary text-small">{t("columns")}</legend>
      {fieldsByHand.map((field) => (
        <Field key={field} label={t(`fields.${field}`)} optional={field !== "url"}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={mapping[field] === undefined ? "auto" : `=${mapping[field]}`}
              onChange={(event) => change(field, mapping, event.target.value)}
            >
              <option value="auto">{auto ? t("asRecognized") : t("none")}</option>
              {auto && field !== "url" && <option value="=">{t("none")}</option>}
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
