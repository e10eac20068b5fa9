"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { Button } from "@/components/ui/button";
import { UserPlus } from "@/components/ui/icons";
import { useAction } from "@/components/ui/use-action";
import { withArticle } from "@/lib/core/access";
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
  const [invitation, setInvitation] = useState<Invitation>();
  const [reset, setReset] = useState<Reset>();
  const [isAsking, setAsking] = useState(false);
  return (
    <ShowReset value={setReset}>
      <PartHead
        title="People"
        note="Readers view links and statistics, editors manage links, owners can do everything. Passwords are stored as scrypt hashes."
      >
        <Button onClick={() => setAsking(true)}>
          <UserPlus aria-hidden className="size-4" />
          Invite a person
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
          title="The invitation is ready"
          note={`${mailedNote(invitation)}It makes its holder ${withArticle(invitation.role)}. Send it to one person. It works once, expires in ${days} days, and is not shown again.`}
          secret={invitation.link}
          what="the invitation"
          onDone={() => setInvitation(undefined)}
        />
      )}
      {reset && (
        <SecretCard
          key={reset.link}
          title={`A new password for ${reset.email}`}
          note={`${mailedNote(reset)}Send this link to them alone. It works once, expires in ${minutes} minutes, replaces earlier ones, and is not shown again.${hasPasswords ? "" : " It signs them in, although passwords are off otherwise."}`}
          secret={reset.link}
          what="the link"
          onDone={() => setReset(undefined)}
        />
      )}
      {children}
    </ShowReset>
  );
}

function mailedNote({ mailedTo }: { mailedTo: string | null }): string {
  return mailedTo === null ? "" : `Mailed to ${mailedTo}. `;
}

/** Makes a link with which another owner, who forgot the password, sets a new one. */
export function ResetPassword({ id, email }: { id: string; email: string }) {
  const show = use(ShowReset);
  const { run, pending } = useAction();
  return (
    <Button
      size="small"
      aria-label={`Reset password of ${email}`}
      disabled={pending}
      onClick={() =>
        run(
          () => makeReset(id),
          (made) => show({ email, ...made }),
        )
      }
    >
      Reset password
    </Button>
  );
}
