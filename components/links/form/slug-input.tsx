import type { ComponentProps } from "react";
import { useSharedHost } from "../../layout/instance";
import { Input, InputPrefix } from "../../ui/input";

/** An input for a slug, behind the host of the short link. */
export function SlugInput({ domain, ...props }: ComponentProps<"input"> & { domain?: string }) {
  const host = useSharedHost({ domain: domain ?? null });
  return (
    <Input
      dir="ltr"
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
