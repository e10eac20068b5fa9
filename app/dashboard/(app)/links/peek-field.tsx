"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { useMayEdit } from "@/components/layout/role";
import { EditConflict } from "@/components/links/form/edit-conflict";
import { useFieldEdit } from "@/components/links/form/use-field-edit";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Link } from "@/lib/links/link";

/**
 * A field of a link that is saved when it is left, with Undo. Enter leaves it; Escape leaves it as
 * it was.
 */
export function PeekField({
  link,
  field,
  name,
  before: sign,
}: {
  link: Link;
  field: "title" | "url";
  name: string;
  /** Inside the field. */
  before?: ReactNode;
}) {
  const { before, typed, setTyped, save, reset, pending, problem, conflict } = useFieldEdit(
    link,
    field,
  );
  const t = useTexts("links.peek");
  const mayEdit = useMayEdit();
  return (
    <div>
      <Field label={name} error={problem}>
        {(control) => (
          <Input
            {...control}
            before={sign}
            value={typed}
            readOnly={!mayEdit || pending}
            placeholder={field === "title" ? t("noTitle") : undefined}
            inputMode={field === "url" ? "url" : "text"}
            spellCheck={field === "title"}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={(event) => save(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
              if (event.key !== "Escape") return;
              event.preventDefault();
              reset();
              event.currentTarget.value = before;
              event.currentTarget.blur();
            }}
          />
        )}
      </Field>
      <EditConflict {...conflict} />
    </div>
  );
}
