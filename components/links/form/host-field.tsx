"use client";

import { useTexts } from "#texts";
import { useInstance } from "../../layout/instance";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";

/** The host at which the link is copied and shared. Nothing while there is no choice. */
export function HostField({
  value,
  error,
  onChange,
}: {
  /** Empty means the host of BASE_URL. */
  value: string;
  error: string | undefined;
  onChange: (domain: string) => void;
}) {
  const t = useTexts("form.host");
  const { host, domains } = useInstance();
  const hosts = [...domains.values()];
  const isUnlisted = value !== "" && !hosts.includes(value);
  if (hosts.length === 0 && !isUnlisted) return null;
  return (
    <Field
      label={t("title")}
      error={error}
      hint={isUnlisted ? t("unlisted", { value, host }) : t("note")}
    >
      {(control) => (
        <Select
          {...control}
          name="domain"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{host}</option>
          {(isUnlisted ? [...hosts, value] : hosts).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
