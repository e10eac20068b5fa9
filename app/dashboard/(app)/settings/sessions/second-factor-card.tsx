"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import { showToast } from "@/components/ui/toast";
import type { AppSecret } from "../../../second-factor/app-fields";
import { RecoveryCodes } from "../../../second-factor/recovery-codes";
import { type Asked, FactorDialog } from "./factor-dialogs";

interface Props {
  email: string;
  /** Null if there is none. */
  app: { since: string; isVoid: boolean } | null;
  passkeys: readonly { id: string; name: string; note: string }[];
  /** Whether passkeys work at the address of this server. */
  hasPasskeySupport: boolean;
  /** Of this browser, such as Firefox on Windows. */
  browser: string;
  recoveryCodes: number;
  /** A new secret, for an app that is set up now. */
  newApp: AppSecret;
}

export function SecondFactorCard({ email, app, passkeys, recoveryCodes, ...rest }: Props) {
  const { hasPasskeySupport, browser, newApp } = rest;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOn = app !== null || passkeys.length > 0;
  return (
    <Card className="mt-2" aria-label="Second factor">
      <CardHead>
        <CardTitle>Second factor</CardTitle>
        <CardActions>{isOn ? <Tag tone="accent">On</Tag> : <Tag>Off</Tag>}</CardActions>
      </CardHead>
      <p className="max-w-[60ch] text-pretty px-(--space-pad) text-secondary">
        {isOn
          ? "Signing in needs one of these besides your password. A passkey that checks your finger, face or PIN needs no password."
          : "With an authenticator app or a passkey, nobody signs in with your password alone."}
      </p>
      {codes.length > 0 && (
        <div className="mx-(--space-pad) mt-4 rounded-control border border-accent-line p-4">
          <RecoveryCodes codes={codes} account={email} />
          <Button
            size="small"
            variant="ghost"
            className="mt-2 -ml-2.5"
            onClick={() => setCodes([])}
          >
            I have saved them
          </Button>
        </div>
      )}
      <ul className="mt-3 pb-2">
        <FactorRow
          name="Authenticator app"
          note={app ? appNote(app) : "Such as Aegis, 1Password or Google Authenticator."}
          isBad={app?.isVoid}
        >
          <Button size="small" onClick={() => setAsked({ what: "app", app: newApp })}>
            {app ? "Replace" : "Set up"}
            <span className="sr-only"> the authenticator app</span>
          </Button>
          {app && (
            <RemoveButton
              name="the authenticator app"
              onClick={() => setAsked({ what: "app removal" })}
            />
          )}
        </FactorRow>
        {passkeys.map(({ id, name, note }) => (
          <FactorRow key={id} name={name} note={note}>
            <RemoveButton
              name={name}
              onClick={() => setAsked({ what: "passkey removal", passkey: { id, name } })}
            />
          </FactorRow>
        ))}
        <FactorRow
          name={passkeys.length > 0 ? "Another passkey" : "Passkey"}
          note={
            hasPasskeySupport
              ? "A fingerprint, a face, a PIN or a security key."
              : "Needs https and a host name, or localhost."
          }
        >
          <Button
            size="small"
            disabled={!hasPasskeySupport}
            onClick={() => setAsked({ what: "passkey" })}
          >
            Add<span className="sr-only"> a passkey</span>
          </Button>
        </FactorRow>
        {isOn && (
          <FactorRow
            name="Recovery codes"
            note={`${recoveryCodes} of 10 left. Each signs you in once without your device.`}
            isBad={recoveryCodes < 3}
          >
            <Button size="small" onClick={() => setAsked({ what: "codes" })}>
              New codes
            </Button>
          </FactorRow>
        )}
      </ul>
      {asked && (
        <FactorDialog
          {...{ asked, email, browser }}
          isLast={passkeys.length + (app ? 1 : 0) === 1}
          onClose={() => setAsked(null)}
          onDone={(message, made) => {
            setAsked(null);
            setCodes(made);
            // New recovery codes say it themselves, and a toast would cover them.
            if (made.length === 0) showToast(message);
          }}
        />
      )}
    </Card>
  );
}

function appNote({ since, isVoid }: NonNullable<Props["app"]>): string {
  return isVoid
    ? "Its codes no longer work, because the API token of this server has changed. Set it up again."
    : `Set up ${since}.`;
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="small" variant="dangerPlain" aria-label={`Remove ${name}`} onClick={onClick}>
      Remove
    </Button>
  );
}

function FactorRow({
  name,
  note,
  isBad = false,
  children,
}: {
  name: string;
  note: string;
  isBad?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline border-t px-(--space-pad) py-3 first:border-t-0">
      <span className="min-w-0 flex-[1_1_220px]">
        <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className={isBad ? "text-danger text-small" : "text-secondary text-small"}>
          {note}
        </span>
      </span>
      <span className="flex gap-2">{children}</span>
    </li>
  );
}
