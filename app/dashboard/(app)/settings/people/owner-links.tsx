"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { useTexts } from "#texts";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { Button } from "@/components/ui/button";
import { UserPlus } from "@/components/ui/icons";
import { useAction } from "@/components/ui/use-action";
import type { Texts } from "@/lib/texts/translator";
import { makeReset } from "./actions";
import { type Invitation, InviteDialog } from "./invite-dialog";

interface Reset {
  email: string;
  link: string;
  mailedTo: string | null;
}

const ShowReset = createContext<(reset: Reset) => void>(() => {});

/**
 * The page heading, once the link of a new invitation or for a new password, and the rest of the
 * page.
 */
export function OwnerLinks({
  days,
  minutes,
  pending,
  hasPasswords,
  sendsMail,
  children,
}: {
  days: number;
  minutes: number;
  pending: readonly string[];
  /** Whether a password signs in anywhere but behind such a link. */
  hasPasswords: boolean;
  sendsMail: boolean;
  children: ReactNode;
}) {
  const t = useTexts("settings.people");
  const [invitation, setInvitation] = useState<Invitation>();
  const [reset, setReset] = useState<Reset>();
  const [isAsking, setAsking] = useState(false);
  return (
    <ShowReset value={setReset}>
      <PartHead title={t("title")} note={t("note")}>
        <Button onClick={() => setAsking(true)}>
          <UserPlus aria-hidden className="size-4" />
          {t("invite")}
        </Button>
      </PartHead>
      {isAsking && (
        <InviteDialog
          sendsMail={sendsMail}
          onClose={() => setAsking(false)}
          onMade={setInvitation}
        />
      )}
      {invitation && pending.includes(invitation.id) && (
        <SecretCard
          title={t("invitationReady")}
          note={withMail(invitation.mailedTo, t("invitationNote", { days }), t)}
          secret={invitation.link}
          onDone={() => setInvitation(undefined)}
        />
      )}
      {reset && (
        <SecretCard
          key={reset.link}
          title={t("resetTitle", { email: reset.email })}
          note={withMail(
            reset.mailedTo,
            t(hasPasswords ? "resetNote" : "resetNoteWithoutPasswords", { minutes }),
            t,
          )}
          secret={reset.link}
          onDone={() => setReset(undefined)}
        />
      )}
      {children}
    </ShowReset>
  );
}

/** Two sentences, the first only if it was mailed. */
function withMail(mailedTo: string | null, note: string, t: Texts<"settings.people">): string {
  return mailedTo === null ? note : `${t("mailedTo", { email: mailedTo })} ${note}`;
}

/** Makes a link with which another owner, who forgot the password, sets a new one. */
export function ResetPassword({ id, email }: { id: string; email: string }) {
  const t = useTexts("settings.people");
  const show = use(ShowReset);
  const { run, pending } = useAction();
  return (
    <Button
      size="small"
      aria-label={t("resetNamed", { email })}
      pending={pending}
      onClick={() =>
        run(
          () => makeReset(id),
          (made) => show({ email, ...made }),
        )
      }
    >
      {t("reset")}
    </Button>
  );
}
