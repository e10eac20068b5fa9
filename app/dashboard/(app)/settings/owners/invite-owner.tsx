"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { Button } from "@/components/ui/button";
import { useAction } from "@/components/ui/use-action";
import { invite } from "./actions";

/** The page heading and, once, the link of a new invitation. */
export function InviteOwner({ days }: { days: number }) {
  const [link, setLink] = useState<string>();
  const { run, pending } = useAction();
  return (
    <>
      <PartHead title="Owners" note="All owners have full access. Passwords are stored as scrypt hashes.">
        <Button disabled={pending} onClick={() => run(invite, setLink)}>
          <UserPlus aria-hidden className="size-4" />
          Invite an owner
        </Button>
      </PartHead>
      {link && (
        <SecretCard
          title="The invitation is ready"
          note={`Send it to one person. It works once, expires in ${days} days, and is not shown again.`}
          secret={link}
          what="the invitation"
          onDone={() => setLink(undefined)}
        />
      )}
    </>
  );
}
