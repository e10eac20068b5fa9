"use client";

import { type ReactNode, useTransition } from "react";
import { useTexts } from "#texts";
import type { LinkRef } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot } from "../../ui/dialog";
import { useFailure } from "../../ui/use-failure";
import { linksText } from "../jobs/bulk-message";
import type { Told } from "../jobs/use-job";

const texts = { channels: "changeChannels", tags: "changeTags" } as const;

export interface AddRemoveProps {
  links: LinkRef[];
  onClose: () => void;
  done: () => void;
}

/** Adds something to several links and removes other things. `save`: resolves with whether it did. */
export function AddRemoveDialog({
  what,
  links,
  error,
  isBlocked,
  save,
  onClose,
  done,
  children,
}: AddRemoveProps & {
  what: keyof typeof texts;
  error?: string | undefined;
  isBlocked: boolean;
  save: (told: Told) => Promise<boolean>;
  children: ReactNode;
}) {
  const t = useTexts("bulk");
  const [pending, start] = useTransition();
  const { form, failure, fail } = useFailure();
  const title = t(texts[what]);
  const submit = async () => {
    fail(undefined);
    if (!(await save({ onFailure: fail }))) return;
    done();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title} note={linksText(links, t)}>
      <form
        ref={form}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          start(submit);
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">{children}</div>
        <DialogFoot {...{ refused: failure, error }}>
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" pending={pending} disabled={isBlocked}>
            {title}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
