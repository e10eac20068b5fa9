"use client";

import type { Route } from "next";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Plus } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useFormAction } from "@/components/ui/use-form-action";
import { hasRole, type Role, roles } from "@/lib/core/access";
import { messageOf, problemOf } from "@/lib/core/action-result";
import { type MadeToken, submitToken } from "./actions";

const scopes: Record<Role, string> = {
  reader: "Reader: read links and statistics",
  editor: "Editor: read and write",
  owner: "Owner: everything the API can do",
};

const lives = [
  { days: "7", name: "7 days" },
  { days: "30", name: "30 days" },
  { days: "90", name: "90 days" },
  { days: "365", name: "1 year" },
  { days: "", name: "Never" },
];

/**
 * The page heading, the dialog that creates a token and, once, the new token, while it is among the
 * tokens with `ids`. `own`: the role of its maker.
 */
export function NewToken({
  own,
  baseUrl,
  ids,
}: {
  own: Role;
  baseUrl: string;
  ids: readonly string[];
}) {
  const router = useRouter();
  const isAsked = useSearchParams().has("new");
  const [isPressed, setOpen] = useState(false);
  const isOpen = isAsked || isPressed;
  const close = () => {
    setOpen(false);
    if (isAsked) router.replace("/dashboard/settings/tokens" as Route, { scroll: false });
  };
  const [ready, setReady] = useState<MadeToken>();
  return (
    <>
      <PartHead
        title="API tokens"
        note={
          <>
            Sent as <span className="mono">Authorization: Bearer</span>. Stored hashed: a lost token
            cannot be recovered, only replaced.
          </>
        }
      >
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          New token
        </Button>
      </PartHead>
      {ready && ids.includes(ready.id) && (
        <SecretCard
          title={`${ready.name} is ready`}
          note="Copy it now. It is not shown again."
          secret={ready.token}
          what="the token"
          onDone={() => setReady(undefined)}
        >
          <CodeBlock
            code={`curl ${baseUrl}/api/links \\\n  -H "Authorization: Bearer ${ready.token}"`}
            what="the curl command with the token"
          />
        </SecretCard>
      )}
      <Dialog open={isOpen} onClose={close} title="New token">
        <TokenForm
          own={own}
          onMade={(made) => {
            close();
            setReady(made);
          }}
        />
      </Dialog>
    </>
  );
}

function TokenForm({ own, onMade }: { own: Role; onMade: (made: MadeToken) => void }) {
  const { form, state, pending } = useFormAction(submitToken, onMade);
  return (
    <form {...form}>
      <div className="flex flex-col gap-4 px-6 py-5 max-sm:px-4">
        <Field label="Name" hint="What is it for?" error={problemOf(state, "name")}>
          {(control) => (
            <Input {...control} name="name" maxLength={80} autoComplete="off" required autoFocus />
          )}
        </Field>
        <Field label="Role" error={problemOf(state, "role")}>
          {(control) => (
            <Select {...control} name="role" defaultValue="reader">
              {roles
                .filter((role) => hasRole(own, role))
                .map((role) => (
                  <option key={role} value={role}>
                    {scopes[role]}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label="Expires" error={problemOf(state, "expiresInDays")}>
          {(control) => (
            <Select {...control} name="expiresInDays" defaultValue="90">
              {lives.map(({ days, name }) => (
                <option key={days} value={days}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <DialogFoot error={messageOf(state)}>
        <Button variant="primary" type="submit" disabled={pending}>
          Create token
        </Button>
      </DialogFoot>
    </form>
  );
}
