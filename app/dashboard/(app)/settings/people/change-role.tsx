"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { type Role, roles } from "@/lib/core/access";
import { changeRole } from "./actions";

/** Gives a person another role at once. `isLast`: the only owner, who stays one. */
export function ChangeRole({
  id,
  email,
  role,
  isLast,
}: {
  id: string;
  email: string;
  role: Role;
  isLast: boolean;
}) {
  const t = useTexts("settings");
  const { run } = useAction();
  // What was chosen stays shown until the server answers.
  const [chosen, choose] = useState<Role | null>(null);
  const change = (next: Role) => {
    choose(next);
    run(
      () => changeRole(id, next, role),
      () => {
        choose(null);
        showToast(t("people.roleChanged", { email, role: t(`roles.${next}`) }));
      },
      () => choose(null),
    );
  };
  return (
    <Select
      aria-label={t("people.roleOf", { email })}
      title={isLast ? t("people.isLast") : undefined}
      className="w-28"
      disabled={isLast}
      value={chosen ?? role}
      onChange={({ target }) => change(target.value as Role)}
    >
      {roles.toReversed().map((each) => (
        <option key={each} value={each}>
          {t(`roles.${each}`)}
        </option>
      ))}
    </Select>
  );
}
