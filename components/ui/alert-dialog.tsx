"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useId, useState } from "react";
import { useTexts } from "#texts";
import { useBackCloses } from "./back-closes";
import { Button } from "./button";
import { backdropStyle } from "./dialog";
import { Input } from "./input";

/**
 * Confirms an action that cannot be undone. Only its buttons and Back close it. With `typed`, that text must
 * be typed first.
 */
export function AlertDialog({
  open,
  onClose,
  title,
  children,
  action,
  keep,
  typed,
  error,
  pending = false,
  finalFocus,
  onConfirm,
}: {
  open: boolean;
  onClose: () => void;
  /** What gets the focus when it closes; `true` is what had it before. */
  finalFocus?: () => HTMLElement | true;
  title: ReactNode;
  children: ReactNode;
  /** Label of the confirm button, starting with a verb. */
  action: string;
  keep?: string;
  typed?: string | undefined;
  error?: string | undefined;
  pending?: boolean;
  onConfirm: () => void;
}) {
  const t = useTexts("common");
  useBackCloses(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Viewport className="fixed inset-0 z-20 grid items-start justify-items-center overflow-y-auto p-4 sm:p-6">
          <Base.Popup
            data-modal
            finalFocus={finalFocus}
            className="my-auto w-full max-w-[440px] rounded-xl bg-raised p-5 shadow-overlay outline-none transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0"
          >
            <Base.Title className="font-semibold text-lead tracking-[-0.015em]">{title}</Base.Title>
            <Base.Description className="mt-1 text-secondary" render={<div />}>
              {children}
            </Base.Description>
            <Answer {...{ typed, error, pending, action, onConfirm }} keep={keep ?? t("cancel")} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface AnswerProps {
  typed: string | undefined;
  error: string | undefined;
  pending: boolean;
  action: string;
  keep: string;
  onConfirm: () => void;
}

function Answer({ typed, error, pending, action, keep, onConfirm }: AnswerProps) {
  const t = useTexts("common");
  const [text, setText] = useState("");
  const id = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      {typed !== undefined && (
        <div className="mt-4 flex flex-col gap-1.5">
          <label htmlFor={id} className="font-medium text-small">
            {t.rich("typeToConfirm", { what: () => <span className="mono">{typed}</span> })}
          </label>
          <Input
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            inputClassName="mono"
          />
        </div>
      )}
      {error && (
        <p role="alert" className="mt-3 text-danger text-small">
          {error}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2 max-sm:*:flex-auto">
        <Base.Close render={<Button />}>{keep}</Base.Close>
        <Button
          variant="danger"
          type="submit"
          pending={pending}
          disabled={typed !== undefined && text.trim() !== typed}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
