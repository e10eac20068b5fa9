"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { LogOut } from "@/components/ui/icons";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { useFormAction } from "@/components/ui/use-form-action";
import { endOtherSessions, endSession, leave } from "./actions";

export function EndSession({ id, name }: { id: string; name: string }) {
  const t = useTexts("account.sessions");
  const { run, pending } = useAction();
  const end = () =>
    run(
      () => endSession(id),
      () => showToast(t("endedOne", { browser: name })),
    );
  return (
    <Button
      size="small"
      aria-label={t("endOne", { browser: name })}
      pending={pending}
      onClick={end}
    >
      {t("signOut")}
    </Button>
  );
}

export function EndOtherSessions() {
  const t = useTexts("account.sessions");
  const { run, pending } = useAction();
  const end = () => run(endOtherSessions, () => showToast(t("endedOthers")));
  return (
    <Button pending={pending} onClick={end}>
      {t("endOthers")}
    </Button>
  );
}

/** Works without JavaScript, too. */
export function SignOut() {
  const t = useTexts("account.sessions");
  const { form, message, pending } = useFormAction(leave);
  return (
    <form {...form}>
      <Button type="submit" pending={pending}>
        <LogOut aria-hidden className="size-4" />
        {t("signOut")}
      </Button>
      <FormMessage text={message} />
    </form>
  );
}
