"use client";

import { useTexts } from "#texts";
import { Check, X } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { FieldNote } from "../../ui/field";
import { Input } from "../../ui/input";
import { EditConflict } from "./edit-conflict";
import { useFieldEdit } from "./use-field-edit";

/** One field of a link as a form. Enter saves, Escape leaves the field as it was. */
export default function InPlaceForm({
  link,
  field,
  onClose,
}: {
  link: Link;
  field: "title" | "url";
  onClose: () => void;
}) {
  const [t, common] = [useTexts("form"), useTexts("common")];
  const { typed, setTyped, save, pending, problem, conflict } = useFieldEdit(link, field, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      noValidate
      className="my-1 w-full max-w-[560px]"
    >
      <div className="flex items-center gap-1">
        <Input
          autoFocus
          aria-label={t(`inPlace.${field}.name`)}
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
          aria-label={t(`inPlace.${field}.save`)}
          pending={pending}
        >
          <Check aria-hidden className="size-4" />
        </Button>
        <Button variant="bare" size="icon" aria-label={common("cancel")} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {problem && (
        <FieldNote id={`in-place-${field}`} tone="bad">
          <span role="alert">{problem}</span>
        </FieldNote>
      )}
      <EditConflict {...conflict} />
    </form>
  );
}
