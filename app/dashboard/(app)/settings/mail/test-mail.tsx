"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { testMail } from "./actions";

/** Sends a test to the person who presses it, by what is saved. */
export function TestMail({ email }: { email: string }) {
  const t = useTexts("settings.mail");
  const { run, pending } = useAction();
  const send = () =>
    run(testMail, ({ to, error }) =>
      error === null
        ? showToast(t("testSent", { email: to }))
        : showToast(t("testFailed", { problem: error }), { failed: true }),
    );
  return (
    <Button pending={pending} onClick={send}>
      {t("sendTest", { name: email })}
    </Button>
  );
}
