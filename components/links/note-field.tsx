import { longestNote } from "@/lib/core/tag";
import { Field } from "../ui/field";
import { Textarea } from "../ui/textarea";

/** The private note of a link. */
export function NoteField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (note: string) => void }) {
  return (
    <Field label="Note" optional error={error} hint="Only owners see it.">
      {(control) => (
        <Textarea
          {...control}
          name="note"
          rows={2}
          maxLength={longestNote}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-16"
        />
      )}
    </Field>
  );
}
