"use client";

import { useState, useTransition } from "react";
import type { SavedLink } from "@/components/layout/dashboard-actions";
import { useMayEdit } from "@/components/layout/role";
import { EditConflict } from "@/components/links/form/edit-conflict";
import { changesOf, draftOf } from "@/components/links/form/link-draft";
import { useUpdateLink } from "@/components/links/form/use-update-link";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";

/**
 * A field of a link that is saved when it is left, with Undo. Enter leaves it; Escape leaves it as
 * it was.
 */
export function PeekField({
  link,
  field,
  name,
}: {
  link: Link;
  field: "title" | "url";
  name: string;
}) {
  const before = draftOf(link)[field];
  const [typed, setTyped] = useState(before);
  // A change elsewhere is shown, unless something else is being typed.
  const [base, setBase] = useState(before);
  if (base !== before) {
    setBase(before);
    if (typed === base) setTyped(before);
  }
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const [pending, start] = useTransition();
  const update = useUpdateLink();
  const mayEdit = useMayEdit();

  const save = (seen: Link, text: string) => {
    const changes = changesOf(seen, { ...draftOf(seen), [field]: text });
    if (pending || Object.keys(changes).length === 0) return setRefused(null);
    start(async () => {
      const result = await update(seen, changes);
      setRefused(result.ok ? null : result);
      if (result.ok && result.value.meanwhile.length === 0)
        setTyped(draftOf(result.value.link)[field]);
      setConflict(result.ok && result.value.meanwhile.length > 0 ? result.value : null);
    });
  };

  return (
    <div>
      <Field label={name} error={problemOf(refused, field) ?? messageOf(refused)}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            readOnly={!mayEdit || pending}
            placeholder={field === "title" ? "No title" : undefined}
            inputMode={field === "url" ? "url" : "text"}
            spellCheck={field === "title"}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={(event) => save(link, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
              if (event.key !== "Escape") return;
              event.preventDefault();
              setTyped(before);
              event.currentTarget.value = before;
              event.currentTarget.blur();
            }}
          />
        )}
      </Field>
      <EditConflict
        conflict={conflict}
        pending={pending}
        onSettle={(now, isMine) => {
          setConflict(null);
          if (isMine) save(now.link, typed);
          else setTyped(draftOf(now.link)[field]);
        }}
      />
    </div>
  );
}
