"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { SavedSwitch } from "@/components/ui/saved-switch";
import { useFormAction } from "@/components/ui/use-form-action";
import { type FormState, problemOf, typedInto } from "@/lib/core/action-result";
import { submitSettings } from "./actions";
import { LogoField } from "./logo-field";
import { SaveBar } from "./save-bar";
import { loadedName, overwrites, type SettingField } from "./setting-field";

export function SettingsForm({ groups }: { groups: { title: string; fields: SettingField[] }[] }) {
  const t = useTexts("settings.form");
  const { form, state, message, pending } = useFormAction(submitSettings, undefined, {
    isKept: true,
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      {groups.map(({ title, fields }) => (
        <Card key={title}>
          <CardHead>
            <CardTitle>{title}</CardTitle>
          </CardHead>
          <div className="flex max-w-[560px] flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
            {fields.map((field) => (
              <Setting key={field.name} field={field} state={state} />
            ))}
          </div>
        </Card>
      ))}
      {state?.ok === false && state.code === "precondition_failed" && (
        <input type="hidden" name={overwrites} value="yes" />
      )}
      <FormMessage text={message} />
      <FormMessage good text={state?.ok ? t("saved") : undefined} />
      <SaveBar pending={pending} />
    </form>
  );
}

/**
 * Shows a value that another owner saved meanwhile, unless the field was changed since it was
 * loaded or sent. Returns the ref of the field.
 */
function useLatestValue(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const shown = () => field.value.trim();
    if (known.current !== value && shown() === known.current) field.value = value;
    known.current = value;
    const send = () => (known.current = shown());
    field.form?.addEventListener("submit", send);
    return () => field.form?.removeEventListener("submit", send);
  }, [value]);
  return input;
}

function Setting({ field, state }: { field: SettingField; state: FormState }) {
  const t = useTexts("settings.form");
  const { name, label, placeholder, kind, isGiven } = field;
  const hint = isGiven ? t("setBy", { name: field.givenBy ?? name }) : field.hint;
  const error = problemOf(state, name);
  const input = useLatestValue(field.value);
  if (kind === "switch") return <SettingSwitch {...field} hint={hint} />;
  if (kind === "logo") return <LogoField field={{ ...field, hint }} error={error} />;
  if (kind === "secret") return <Secret field={{ ...field, hint }} state={state} />;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          {!isGiven && <input type="hidden" name={loadedName(name)} value={field.value} />}
          <Input
            {...control}
            ref={input}
            name={name}
            defaultValue={typedInto(state, name) ?? field.value}
            placeholder={placeholder}
            disabled={isGiven}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
    </Field>
  );
}

/** Saved at once, whatever else of the form is not. */
function SettingSwitch({ name, label, hint, value, on = "true", isGiven }: SettingField) {
  const [state, setState] = useState<FormState>(null);
  const isOn = value === on;
  // A setting that is off may be stored as a text, too.
  const textOf = (choice: boolean) => (choice === isOn ? value : choice ? on : "");
  const save = async (to: boolean, from: boolean) => {
    const form = new FormData();
    form.set(loadedName(name), textOf(from));
    form.set(name, textOf(to));
    const result = await submitSettings(null, form);
    setState(result);
    return result.ok ? result : { ...result, message: problemOf(result, name) ?? result.message };
  };
  return (
    <Field label={label} hint={hint} error={problemOf(state, name)}>
      {(control) => (
        <SavedSwitch {...control} {...{ isOn, save }} name={label} disabled={isGiven} />
      )}
    </Field>
  );
}

/** A secret that is entered and never shown: empty, it stays as it is. */
function Secret({ field, state }: { field: SettingField; state: FormState }) {
  const t = useTexts("settings.form");
  const { name, label, hint, isGiven, isKept } = field;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!state?.ok || !input.current) return;
    input.current.value = "";
    // The save bar counts again.
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [state]);
  return (
    <Field label={label} hint={hint} error={problemOf(state, name)}>
      {(control) => (
        <>
          {!isGiven && <input type="hidden" name={loadedName(name)} value="" />}
          <PasswordInput
            {...control}
            ref={input}
            name={name}
            placeholder={isKept ? t("secretKept") : undefined}
            disabled={isGiven}
            autoComplete="new-password"
          />
        </>
      )}
    </Field>
  );
}
