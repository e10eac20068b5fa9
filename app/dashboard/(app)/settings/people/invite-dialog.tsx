"use client";

import { type FormEvent, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { attemptsOf, sendOnce } from "@/components/links/form/attempts";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { answerOf } from "@/components/ui/use-action";
import { type Role, roles } from "@/lib/core/access";
import { problemOf, type Refused } from "@/lib/core/action-result";
import { invite } from "./actions";

export interface Invitation {
  /** While this is among the pending invitations, the link is shown. */
  id: string;
  role: Role;
  link: string;
  /** Null if it was not mailed. */
  mailedTo: string | null;
}

const attempts = attemptsOf("invitation");

/** Asks what the invited person may do, and makes the invitation. */
export function InviteDialog({
  sendsMail,
  onClose,
  onMade,
}: {
  sendsMail: boolean;
  onClose: () => void;
  onMade: (made: Invitation) => void;
}) {
  const t = useTexts("settings");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const made = await sendOnce(attempts, [role, email], (attempt) =>
        answerOf(invite(role, email, attempt)),
      );
      if (!made.ok) return setRefused(made);
      onClose();
      onMade(made.value);
    });
  };
  return (
    <Dialog open onClose={onClose} title={t("people.invite")}>
      <form noValidate onSubmit={submit}>
        <div className="flex flex-col gap-4 px-6 py-5 max-sm:px-4">
          <Field label={t("people.role")} hint={t(`roleMay.${role}`)}>
            {(control) => (
              <Select
                {...control}
                value={role}
                onChange={({ target }) => setRole(target.value as Role)}
              >
                {roles.toReversed().map((each) => (
                  <option key={each} value={each}>
                    {t(`roles.${each}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {sendsMail && (
            <Field
              label={t("people.email")}
              optional
              hint={t("people.emailHint")}
              error={problemOf(refused, "email")}
            >
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  autoComplete="off"
                  value={email}
                  onChange={({ target }) => setEmail(target.value)}
                />
              )}
            </Field>
          )}
        </div>
        <DialogFoot refused={refused}>
          <Button variant="primary" type="submit" pending={pending}>
            {t("people.create")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
