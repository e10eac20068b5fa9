import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { dayMs } from "@/lib/core/day";
import type { DigestTime } from "@/lib/messages/digest-time";

/** 1970 began on a Thursday. */
const firstMonday = new Date("1970-01-05T00:00Z").getTime();

const dayNames = (locale: string) =>
  Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
      firstMonday + day * dayMs,
    ),
  );
const hours = Array.from({ length: 24 }, (_, hour) => hour);

interface DigestFieldsProps {
  digest: DigestTime;
  /** The viewer's, in which another day or hour counts. */
  timeZone: string;
  onChange: (digest: DigestTime) => void;
}

/** When the weekly digest is sent. */
export function DigestFields({ digest, timeZone, onChange }: DigestFieldsProps) {
  const t = useTexts("settings.messages");
  const { locale } = useViewer();
  const change = (changes: Partial<DigestTime>) => onChange({ ...digest, ...changes, timeZone });
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={t("digestDay")}>
        {(control) => (
          <Select
            {...control}
            value={digest.day}
            onChange={({ target }) => change({ day: Number(target.value) })}
          >
            {dayNames(locale).map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("digestHour")} hint={t("digestZone", { timeZone: digest.timeZone })}>
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
