"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import { showToast } from "@/components/ui/toast";
import { AppFields, type AppSecret } from "../../../second-factor/app-fields";
import { RecoveryCodes } from "../../../second-factor/recovery-codes";
import { ConfirmDialog } from "./confirm-dialog";
import { submitApp, submitAppRemoval, submitRecoveryCodes } from "./second-factor-actions";

interface Props {
  email: string;
  /** Null if there is none. */
  app: { since: string; isVoid: boolean } | null;
  recoveryCodes: number;
  /** A new secret, for an app that is set up now. */
  newApp: AppSecret;
}

type Asked = { what: "app"; app: AppSecret } | { what: "removal" } | { what: "codes" } | null;

export function SecondFactorCard({ email, app, recoveryCodes, newApp }: Props) {
  const [asked, setAsked] = useState<Asked>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const common = { email, onClose: () => setAsked(null) };
  const showCodes = (made: readonly string[], message: string) => {
    setAsked(null);
    setCodes(made);
    showToast(message);
  };
  return (
    <Card className="mt-2" aria-label="Second factor">
      <CardHead>
        <CardTitle>Second factor</CardTitle>
        <CardActions>{app ? <Tag tone="accent">On</Tag> : <Tag>Off</Tag>}</CardActions>
      </CardHead>
      <p className="max-w-[60ch] text-pretty px-(--space-pad) text-secondary">
        {app
          ? "Signing in needs your password and a code of your phone."
          : "With an authenticator app, signing in needs a code of your phone besides the password."}
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
          isBad={app?.isVoid ?? false}
        >
          <Button size="small" onClick={() => setAsked({ what: "app", app: newApp })}>
            {app ? "Replace" : "Set up"}
            <span className="sr-only"> the authenticator app</span>
          </Button>
          {app && (
            <Button
              size="small"
              variant="dangerPlain"
              onClick={() => setAsked({ what: "removal" })}
            >
              Remove<span className="sr-only"> the authenticator app</span>
            </Button>
          )}
        </FactorRow>
        {app && (
          <FactorRow
            name="Recovery codes"
            note={`${recoveryCodes} of 10 left. Each signs you in once without your phone.`}
            isBad={recoveryCodes < 3}
          >
            <Button size="small" onClick={() => setAsked({ what: "codes" })}>
              New codes
            </Button>
          </FactorRow>
        )}
      </ul>
      {asked?.what === "app" && (
        <ConfirmDialog
          {...common}
          title="Set up an authenticator app"
          action="Set up"
          submit={submitApp}
          onDone={(made) =>
            showCodes(made, "Authenticator app set up. Other devices were signed out.")
          }
        >
          {(state) => <AppFields app={asked.app} state={state} />}
        </ConfirmDialog>
      )}
      {asked?.what === "removal" && (
        <ConfirmDialog
          {...common}
          title="Remove the authenticator app"
          action="Remove"
          isDangerous
          submit={submitAppRemoval}
          onDone={() => showCodes([], "Authenticator app removed. Other devices were signed out.")}
        >
          {() => (
            <p>
              The password alone will sign you in. Your recovery codes will be deleted, and your
              other devices signed out.
            </p>
          )}
        </ConfirmDialog>
      )}
      {asked?.what === "codes" && (
        <ConfirmDialog
          {...common}
          title="New recovery codes"
          action="Make new codes"
          submit={submitRecoveryCodes}
          onDone={(made) =>
            showCodes(made, "New recovery codes made. Other devices were signed out.")
          }
        >
          {() => <p>Earlier codes will stop working, and your other devices will be signed out.</p>}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function appNote({ since, isVoid }: NonNullable<Props["app"]>): string {
  return isVoid
    ? "Its codes no longer work, because the API token of this server has changed. Set it up again."
    : `Set up ${since}.`;
}

function FactorRow({
  name,
  note,
  isBad = false,
  children,
}: {
  name: string;
  note: string;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline border-t px-(--space-pad) py-3 first:border-t-0">
      <span className="min-w-0 flex-[1_1_220px]">
        <span className="block font-medium">{name}</span>
        <span className={isBad ? "text-danger text-small" : "text-secondary text-small"}>
          {note}
        </span>
      </span>
      <span className="flex gap-2">{children}</span>
    </li>
  );
}
