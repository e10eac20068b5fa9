import type { ComponentProps } from "react";
import { Input } from "../../ui/input";

export function UrlInput({
  onChange,
  ...props
}: Omit<ComponentProps<typeof Input>, "onChange"> & { onChange: (url: string) => void }) {
  return (
    <Input
      {...props}
      type="url"
      inputMode="url"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
