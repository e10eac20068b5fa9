"use client";

import { useTexts } from "#texts";
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
  const t = useTexts("account.sessions");
  const common = { email, onClose };
  const done = (what: string) => (codes: readonly string[]) => onDone(what, codes);
  const removal = isLast && <p>{t("lastFactor")}</p>;
  switch (asked.what) {
    case "app":
      return (
        <ConfirmDialog
          {...common}
          title={t("appName")}
          action={t("setUp")}
          submit={submitApp}
          onDone={done(t("appDone"))}
        >
          {(state) => <AppFields app={asked.app} state={state} />}
        </ConfirmDialog>
      );
    case "passkey":
      return <AddPasskey {...common} name={browser} onDone={done(t("passkeyAdded"))} />;
    case "app removal":
      return (
        <ConfirmDialog
          {...common}
          title={t("appRemove")}
          action={t("remove")}
          isDangerous
          submit={submitAppRemoval}
          onDone={() => done(t("appRemoved"))([])}
        >
          {() => removal}
        </ConfirmDialog>
      );
    case "passkey removal":
      return (
        <ConfirmDialog
          {...common}
          title={t("passkeyRemove")}
          action={t("remove")}
          isDangerous
          submit={submitPasskeyRemoval}
          onDone={() => done(t("passkeyRemoved"))([])}
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
          title={t("codesTitle")}
          action={t("codesMake")}
          submit={submitRecoveryCodes}
          onDone={done(t("codesMade"))}
        >
          {() => <p>{t("codesNote")}</p>}
        </ConfirmDialog>
      );
  }
}
