import type { ShownSetting } from "@/lib/owners/edit-site-settings";

/** What the form shows of a setting. */
export interface SettingField extends ShownSetting {
  /** The name of the environment variable. */
  name: string;
  label: string;
  hint?: string | undefined;
  placeholder?: string;
  /** By default, a line of text. */
  kind?: "switch" | "logo" | "secret";
  /** What a switch that is on sends, instead of `true`. */
  on?: string;
}

/** Settings under one heading. */
export interface SettingGroup<Name extends string> {
  title: string;
  fields: (Omit<SettingField, keyof ShownSetting> & { name: Name })[];
}

export function withValues<Name extends string>(
  groups: readonly SettingGroup<Name>[],
  settings: Readonly<Record<Name, ShownSetting>>,
): { title: string; fields: SettingField[] }[] {
  return groups.map(({ title, fields }) => ({
    title,
    fields: fields.map((field) => ({ ...field, ...settings[field.name] })),
  }));
}

/** The hidden field with the value that a page was loaded with. */
export function loadedName(name: string): string {
  return `loaded ${name}`;
}

/** The hidden field of a form that has said what was changed meanwhile. */
export const overwrites = "overwrites";

/** What the page showed, by setting. */
export function loadedFields(entered: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(entered).flatMap((name) => {
      const loaded = entered[loadedName(name)];
      return loaded === undefined ? [] : [[name, loaded]];
    }),
  );
}

/**
 * Only the fields that were changed in the form, so that a stale page does not restore what another
 * owner has replaced since.
 */
export function changedFields(entered: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entered).filter(([name, text]) => text.trim() !== entered[loadedName(name)]),
  );
}
