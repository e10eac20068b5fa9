"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldNote } from "@/components/ui/field";
import { CircleCheck } from "@/components/ui/icons";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { problemOf, typedInto } from "@/lib/core/action-result";
import type { TokenPlace } from "@/lib/owners/token-place";
import type { Texts } from "@/lib/texts/translator";
import { OwnerFields } from "../owner-fields";
import { submitSetUp } from "./actions";

/**
 * The token from the link in the terminal. It is in the fragment, which browsers never send to a
 * server.
 */
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

const placeOf = (place: TokenPlace, t: Texts<"signIn.setUp">): ReactNode => {
  if (place.kind === "terminal") return t("atTerminal");
  if (place.kind === "variable") return t("atVariable");
  return t.rich("atPath", {
    path: place.path,
    mono: (text) => <span className="mono [overflow-wrap:anywhere]">{text}</span>,
  });
};

export function SetUpForm({ tokenPlace }: { tokenPlace: TokenPlace }) {
  const t = useTexts("signIn.setUp");
  const token = useTokenOfLink();
  const { form, state, message, pending } = useFormAction(submitSetUp);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      {token ? (
        <>
          <input type="hidden" name="token" value={token} />
          <FieldNote tone={problemOf(state, "token") ? "bad" : "good"}>
            <CircleCheck aria-hidden />
            {problemOf(state, "token") ?? t("verified")}
          </FieldNote>
        </>
      ) : (
        <>
          <Field
            label={t("apiToken")}
            error={problemOf(state, "token")}
            hint={placeOf(tokenPlace, t)}
          >
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
          {tokenPlace.kind === "file" && (
            <CopyButton text={tokenPlace.command} size="small" className="-mt-2 self-start">
              {t("copyCommand")}
            </CopyButton>
          )}
        </>
      )}
      <OwnerFields state={state} />
      <FormMessage text={message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
