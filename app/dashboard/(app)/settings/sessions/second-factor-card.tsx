"use client";

import { type ReactNode, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import { showToast } from "@/components/ui/toast";
import type { Texts } from "@/lib/texts/translator";
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
  const t = useTexts("account.sessions");
  const { hasPasskeySupport, browser, newApp } = rest;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOn = app !== null || passkeys.length > 0;
  return (
    <Card className="mt-2" aria-label={t("factor")}>
      <CardHead>
        <CardTitle>{t("factor")}</CardTitle>
        <CardActions>
          {isOn ? <Tag tone="accent">{t("factorOn")}</Tag> : <Tag>{t("factorOff")}</Tag>}
        </CardActions>
      </CardHead>
      <p className="max-w-[60ch] text-pretty px-(--space-pad) text-secondary">
        {t(isOn ? "factorNoteOn" : "factorNoteOff")}
      </p>
      {codes.length > 0 && (
        <div className="mx-(--space-pad) mt-4 rounded-control border border-accent-line p-4">
          <RecoveryCodes codes={codes} account={email} />
          <Button
            size="small"
            variant="ghost"
            className="mt-2 -ms-2.5"
            onClick={() => setCodes([])}
          >
            {t("codesSaved")}
          </Button>
        </div>
      )}
      <ul className="mt-3 pb-2">
        <FactorRow
          name={t("appName")}
          note={app ? appNote(app, t) : t("appNone")}
          isBad={app?.isVoid}
        >
          <Button size="small" onClick={() => setAsked({ what: "app", app: newApp })}>
            {t.rich(app ? "appReplace" : "appSetUp", { hidden })}
          </Button>
          {app && (
            <RemoveButton name={t("theApp")} onClick={() => setAsked({ what: "app removal" })} />
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
          name={t(passkeys.length > 0 ? "anotherPasskey" : "passkeyName")}
          note={t(hasPasskeySupport ? "passkeyNone" : "passkeyNeedsHttps")}
        >
          <Button
            size="small"
            disabled={!hasPasskeySupport}
            onClick={() => setAsked({ what: "passkey" })}
          >
            {t.rich("passkeyAdd", { hidden })}
          </Button>
        </FactorRow>
        {isOn && (
          <FactorRow
            name={t("codesName")}
            note={t("codesLeft", { number: recoveryCodes, all: 10 })}
            isBad={recoveryCodes < 3}
          >
            <Button size="small" onClick={() => setAsked({ what: "codes" })}>
              {t("codesMake")}
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

/** What only screen readers say. */
const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

function appNote(
  { since, isVoid }: NonNullable<Props["app"]>,
  t: Texts<"account.sessions">,
): string {
  return isVoid ? t("appVoid") : t("appSince", { date: since });
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTexts("account.sessions");
  return (
    <Button
      size="small"
      variant="dangerPlain"
      aria-label={t("removeNamed", { name })}
      onClick={onClick}
    >
      {t("remove")}
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
