"use client";

import { type ComponentProps, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "./button";
import { Eye, EyeOff } from "./icons";
import { Input } from "./input";

/** A password field with a button that reveals the password. Pasting and password managers work. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type" | "after">) {
  const t = useTexts("common");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      className="pe-1"
      after={
        <Button
          variant="bare"
          size="iconSmall"
          className="max-sm:-me-1"
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      }
    />
  );
}
