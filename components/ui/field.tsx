import { type ReactNode, useId } from "react";
import { useTexts } from "#texts";
import { cn } from "./cn";
import { CircleAlert } from "./icons";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/**
 * A labelled control with a hint or, in its place, an error. `children` receives the attributes
 * that connect the control to them. `aside`: beside the label, where it moves no field when it
 * appears.
 */
export function Field({
  label,
  optional = false,
  aside,
  hint,
  error,
  className,
  children,
}: {
  label: ReactNode;
  optional?: boolean;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const t = useTexts("common");
  const id = useId();
  const note = error ?? hint;
  const described = [...(aside ? [`${id}-aside`] : []), ...(note ? [`${id}-note`] : [])];
  const name = (
    <label htmlFor={id} className="flex shrink-0 items-baseline gap-2 font-medium text-small">
      {label}
      {optional && <span className="font-normal text-label text-tertiary">{t("optional")}</span>}
    </label>
  );
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      {aside === undefined ? (
        name
      ) : (
        <div className="flex h-5 min-w-0 items-center gap-3 max-sm:has-[button]:h-11">
          {name}
          <div
            id={`${id}-aside`}
            className="flex min-w-0 flex-1 items-center gap-1.5 overflow-clip text-label text-secondary [overflow-clip-margin:4px] max-sm:[overflow-clip-margin:8px] [&>svg]:size-3.5 [&>svg]:shrink-0"
          >
            {aside}
          </div>
        </div>
      )}
      {children({
        id,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {note && (
        <FieldNote id={`${id}-note`} tone={error ? "bad" : "plain"}>
          {error && <CircleAlert aria-hidden />}
          {note}
        </FieldNote>
      )}
    </div>
  );
}

const tones = {
  plain: "text-secondary",
  good: "text-accent",
  warn: "text-text",
  bad: "text-danger",
};

/** A line below a control. Always has text or an icon, because colour alone is not accessible. */
export function FieldNote({
  id,
  tone = "plain",
  className,
  children,
}: {
  id?: string;
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      id={id}
      className={cn(
        "flex min-h-4 flex-wrap items-center gap-1.5 text-label *:min-w-0 [&>svg]:size-3.5 [&>svg]:shrink-0",
        tones[tone],
        className,
      )}
    >
      {children}
    </div>
  );
}
