"use client";

import { AppFields, type AppSecret } from "../../../second-factor/app-fields";
import { AddPasskey } from "./add-passkey";
import { ConfirmDialog } from "./confirm-dialog";
import { submitPasskeyRemoval } from "./passkey-actions";
import { submitApp, submitAppRemoval, submitRecoveryCodes } from "./second-factor-actions";

export type Asked =
  | { what: "app"; app: AppSecret }
  | { what: "passkey" }
  | { what: "app removal" }
  | { what: "passkey removal"; passkey: { id: string; name: string } }
  | { what: "codes" };

interface Props {
  asked: Asked;
  email: string;
  /** Of this browser. */
  browser: string;
  /** Whether it is the only factor that would be removed. */
  isLast: boolean;
  onClose: () => void;
  /** `codes`: new recovery codes, or none. */
  onDone: (message: string, codes: readonly string[]) => void;
}

/** The dialog of the change that was asked for. */
export function FactorDialog({ asked, email, browser, isLast, onClose, onDone }: Props) {
  const common = { email, onClose };
  const done = (what: string) => (codes: readonly string[]) => onDone(what, codes);
  const removal = isLast && (
    <p>The password alone will sign you in, and your recovery codes will be deleted.</p>
  );
  switch (asked.what) {
    case "app":
      return (
        <ConfirmDialog
          {...common}
          title="Set up an authenticator app"
          action="Set up"
          submit={submitApp}
          onDone={done("Authenticator app set up")}
        >
          {(state) => <AppFields app={asked.app} state={state} />}
        </ConfirmDialog>
      );
    case "passkey":
      return <AddPasskey {...common} name={browser} onDone={done("Passkey added")} />;
    case "app removal":
      return (
        <ConfirmDialog
          {...common}
          title="Remove the authenticator app"
          action="Remove"
          isDangerous
          submit={submitAppRemoval}
          onDone={() => done("Authenticator app removed")([])}
        >
          {() => removal}
        </ConfirmDialog>
      );
    case "passkey removal":
      return (
        <ConfirmDialog
          {...common}
          title="Remove the passkey"
          action="Remove"
          isDangerous
          submit={submitPasskeyRemoval}
          onDone={() => done("Passkey removed")([])}
        >
          {() => (
            <>
              <input type="hidden" name="id" value={asked.passkey.id} />
              <p className="font-medium [overflow-wrap:anywhere]">{asked.passkey.name}</p>
              {removal}
            </>
          )}
        </ConfirmDialog>
      );
    case "codes":
      return (
        <ConfirmDialog
          {...common}
          title="New recovery codes"
          action="Make new codes"
          submit={submitRecoveryCodes}
          onDone={done("New recovery codes made")}
        >
          {() => <p>Earlier codes will stop working.</p>}
        </ConfirmDialog>
      );
  }
}
