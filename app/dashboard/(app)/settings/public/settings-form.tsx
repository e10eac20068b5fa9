"use client";

import { useEffect, useRef } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Switch } from "@/components/ui/switch";
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
 * loaded or sent. Returns the ref of the field; of a switch, `on` is its value.
 */
function useLatestValue(value: string, on?: string) {
  const input = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const shown = () => (on === undefined ? field.value.trim() : field.checked ? on : "");
    if (known.current !== value && shown() === known.current) {
      if (on === undefined) field.value = value;
      else field.checked = value === on;
    }
    known.current = value;
    const send = () => (known.current = shown());
    field.form?.addEventListener("submit", send);
    return () => field.form?.removeEventListener("submit", send);
  }, [value, on]);
  return input;
}

function Setting({ field, state }: { field: SettingField; state: FormState }) {
  const t = useTexts("settings.form");
  const { name, label, placeholder, kind, on = "true", isGiven } = field;
  const hint = isGiven ? t("setBy", { name: field.givenBy ?? name }) : field.hint;
  const error = problemOf(state, name);
  const input = useLatestValue(field.value, kind === "switch" ? on : undefined);
  if (kind === "logo") return <LogoField field={{ ...field, hint }} error={error} />;
  if (kind === "secret") return <Secret field={{ ...field, hint }} state={state} />;
  const value = typedInto(state, name) ?? field.value;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          {!isGiven && <input type="hidden" name={loadedName(name)} value={field.value} />}
          {kind === "switch" ? (
            <span className="flex">
              {/* A switch that is off sends nothing. */}
              {!isGiven && <input type="hidden" name={name} value="" />}
              <Switch
                {...control}
                ref={input}
                name={name}
                value={on}
                defaultChecked={value === on}
                disabled={isGiven}
              />
            </span>
          ) : (
            <Input
              {...control}
              ref={input}
              name={name}
              defaultValue={value}
              placeholder={placeholder}
              disabled={isGiven}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </>
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
