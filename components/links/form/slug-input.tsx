import type { ComponentProps } from "react";
import { useInstance } from "../../layout/instance";
import { Input, InputPrefix } from "../../ui/input";

/** An input for a slug, behind the host of the short link. */
export function SlugInput(props: ComponentProps<"input">) {
  const { host } = useInstance();
  return (
    <Input
      before={
        <InputPrefix>
          {host}
          <span className="font-medium text-accent">/</span>
        </InputPrefix>
      }
      inputClassName="mono"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      {...props}
    />
  );
}
