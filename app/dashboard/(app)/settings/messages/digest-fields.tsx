import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { DigestTime } from "@/lib/messages/digest-time";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

interface DigestFieldsProps {
  digest: DigestTime;
  /** The viewer's, in which another day or hour counts. */
  timeZone: string;
  onChange: (digest: DigestTime) => void;
}

/** When the weekly digest is sent. */
export function DigestFields({ digest, timeZone, onChange }: DigestFieldsProps) {
  const change = (changes: Partial<DigestTime>) => onChange({ ...digest, ...changes, timeZone });
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label="Day of the digest">
        {(control) => (
          <Select
            {...control}
            value={digest.day}
            onChange={({ target }) => change({ day: Number(target.value) })}
          >
            {days.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Hour" hint={`In ${digest.timeZone}`}>
        {(control) => (
          <Select
            {...control}
            value={digest.hour}
            onChange={({ target }) => change({ hour: Number(target.value) })}
          >
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {`${String(hour).padStart(2, "0")}:00`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
