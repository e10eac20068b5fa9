"use client";

import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Field, FieldNote } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf, problemOf, typedInto } from "@/lib/core/action-result";
import { OwnerFields } from "../owner-fields";
import { submitSetUp } from "./actions";

/** The token from the link in the terminal. It is in the fragment, which browsers never send to a server. */
function useTokenOfLink(): string {
  const [token, setToken] = useState("");
  useEffect(() => {
    const read = () => {
      const given = new URLSearchParams(location.hash.slice(1)).get("token");
      if (!given) return;
      setToken(given);
      // The field for the token, which has the focus, goes away.
      document.querySelector<HTMLInputElement>("input[name=email]")?.focus();
      history.replaceState(null, "", location.pathname);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}

export function SetUpForm() {
  const token = useTokenOfLink();
  const { form, state, pending } = useFormAction(submitSetUp);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      {token ? (
        <>
          <input type="hidden" name="token" value={token} />
          <FieldNote tone={problemOf(state, "token") ? "bad" : "good"}>
            <CircleCheck aria-hidden />
            {problemOf(state, "token") ?? "Verified: you opened the link from your terminal."}
          </FieldNote>
        </>
      ) : (
        <Field label="API token" error={problemOf(state, "token")} hint="The server prints at its start where to find it.">
          {(control) => (
            <PasswordInput
              {...control}
              name="token"
              autoComplete="off"
              inputClassName="mono"
              defaultValue={typedInto(state, "token")}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <OwnerFields state={state} />
      <FormMessage text={messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Setting up" : "Set up"}
      </Button>
    </form>
  );
}
