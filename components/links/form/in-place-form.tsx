"use client";

import { useState, useTransition } from "react";
import { Check, X } from "@/components/ui/icons";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";
import type { SavedLink } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { FieldNote } from "../../ui/field";
import { Input } from "../../ui/input";
import { EditConflict } from "./edit-conflict";
import { changesOf, draftOf } from "./link-draft";
import { useUpdateLink } from "./use-update-link";

/** One field of a link as a form. Enter saves, Escape leaves the field as it was. */
export default function InPlaceForm({
  link,
  field,
  name,
  onClose,
}: {
  link: Link;
  field: "title" | "url";
  name: string;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(() => draftOf(link)[field]);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const update = useUpdateLink();
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const problem = problemOf(refused, field) ?? messageOf(refused);

  const save = (seen: Link) => {
    if (pending) return;
    const changes = changesOf(seen, { ...draftOf(seen), [field]: typed });
    if (Object.keys(changes).length === 0) return onClose();
    start(async () => {
      const result = await update(seen, changes);
      setRefused(result.ok ? null : result);
      if (!result.ok) return;
      if (result.value.meanwhile.length === 0) return onClose();
      setConflict(result.value);
    });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(link);
      }}
      noValidate
      className="my-1 w-full max-w-[560px]"
    >
      <div className="flex items-center gap-1">
        <Input
          autoFocus
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `in-place-${field}` : undefined}
          inputMode={field === "url" ? "url" : "text"}
          spellCheck={field === "title"}
          value={typed}
          readOnly={pending}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            onClose();
          }}
        />
        <Button
          type="submit"
          variant="bare"
          size="icon"
          aria-label={`Save ${name.toLowerCase()}`}
          disabled={pending}
        >
          <Check aria-hidden className="size-4" />
        </Button>
        <Button variant="bare" size="icon" aria-label="Cancel" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {problem && (
        <FieldNote id={`in-place-${field}`} tone="bad">
          <span role="alert">{problem}</span>
        </FieldNote>
      )}
      <EditConflict
        conflict={conflict}
        pending={pending}
        onSettle={(now, isMine) => (isMine ? save(now.link) : onClose())}
      />
    </form>
  );
}
