import type { ReactNode } from "react";
import { TriangleAlert } from "@/components/ui/icons";
import { Switch } from "../../ui/switch";

/** In the hint of a field. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <>
      <TriangleAlert aria-hidden />
      <span className="text-text">{children}</span>
    </>
  );
}

/** A line with a switch. */
export function SwitchField({
  name,
  label,
  hint,
  on,
  onChange,
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
      <span>
        <span className="block font-medium text-small">{label}</span>
        {hint && <span className="block text-label text-secondary">{hint}</span>}
      </span>
      <Switch name={name} checked={on} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}
