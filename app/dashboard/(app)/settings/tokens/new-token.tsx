"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTexts } from "#texts";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { attemptsOf, sendOnce } from "@/components/links/form/attempts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Plus } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { answerOf } from "@/components/ui/use-action";
import { useFormAction } from "@/components/ui/use-form-action";
import { hasRole, type Role, roles } from "@/lib/core/access";
import { problemOf } from "@/lib/core/action-result";
import { type MadeToken, submitToken } from "./actions";

/** In days; null for ever. */
const lives = [7, 30, 90, 365, null];

/**
 * The page heading, the dialog that creates a token and, once, the new token, while it is among the
 * tokens with `ids`. `own`: the role of its maker. `hasAssistants`: a token may be for one.
 */
export function NewToken({
  own,
  baseUrl,
  hasAssistants,
  ids,
}: {
  own: Role;
  baseUrl: string;
  hasAssistants: boolean;
  ids: readonly string[];
}) {
  const t = useTexts("settings.tokens");
  const isAsked = useSearchParams().has("new");
  const [isPressed, setOpen] = useState(false);
  const isOpen = isAsked || isPressed;
  const close = () => {
    setOpen(false);
    if (isAsked) history.replaceState(null, "", location.pathname);
  };
  const [ready, setReady] = useState<MadeToken>();
  return (
    <>
      <PartHead
        title={t("title")}
        note={t.rich("note", { mono: (text) => <span className="mono">{text}</span> })}
      >
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          {t("new")}
        </Button>
      </PartHead>
      {ready && ids.includes(ready.id) && (
        <SecretCard
          title={t("ready", { name: ready.name })}
          note={t("copyNow")}
          secret={ready.token}
          onDone={() => setReady(undefined)}
        >
          <CodeBlock
            code={`curl ${baseUrl}/api/links \\\n  -H "Authorization: Bearer ${ready.token}"`}
          />
        </SecretCard>
      )}
      <Dialog open={isOpen} onClose={close} title={t("new")}>
        <TokenForm
          own={own}
          hasAssistants={hasAssistants}
          onMade={(made) => {
            close();
            setReady(made);
          }}
        />
      </Dialog>
    </>
  );
}

const attempts = attemptsOf("api-token");

function TokenForm({
  own,
  hasAssistants,
  onMade,
}: {
  own: Role;
  hasAssistants: boolean;
  onMade: (made: MadeToken) => void;
}) {
  const t = useTexts("settings.tokens");
  const { form, state, message, pending } = useFormAction<MadeToken>(
    (before, given) =>
      sendOnce(attempts, Object.fromEntries(given), (key) => {
        given.set("key", key);
        return answerOf(submitToken(before, given));
      }),
    onMade,
  );
  return (
    <form {...form}>
      <div className="flex flex-col gap-4 px-6 py-5 max-sm:px-4">
        <Field label={t("name")} error={problemOf(state, "name")}>
          {(control) => (
            <Input {...control} name="name" maxLength={80} autoComplete="off" required autoFocus />
          )}
        </Field>
        <Field label={t("role")} error={problemOf(state, "role")}>
          {(control) => (
            <Select {...control} name="role" defaultValue="reader">
              {roles
                .filter((role) => hasRole(own, role))
                .map((role) => (
                  <option key={role} value={role}>
                    {t(`scopes.${role}`)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label={t("expires")} error={problemOf(state, "expiresInDays")}>
          {(control) => (
            <Select {...control} name="expiresInDays" defaultValue="90">
              {lives.map((days) => (
                <option key={days} value={days ?? ""}>
                  {days === null
                    ? t("never")
                    : days === 365
                      ? t.amount(1, "year")
                      : t.amount(days, "day")}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {hasAssistants && hasRole(own, "editor") && (
          <label className="flex items-center gap-2 text-sm">
            <Checkbox name="writesByMcp" />
            {t("writesByMcp")}
          </label>
        )}
      </div>
      <DialogFoot error={message}>
        <Button variant="primary" type="submit" pending={pending}>
          {t("create")}
        </Button>
      </DialogFoot>
    </form>
  );
}
