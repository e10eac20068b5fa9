"use client";

import { useState } from "react";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { type Role, roles, withArticle } from "@/lib/core/access";
import { changeRole } from "./actions";
import { roleNames } from "./role-names";

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
  const { run, pending } = useAction();
  // What was chosen stays shown until the server answers.
  const [chosen, choose] = useState<Role | null>(null);
  const change = (next: Role) => {
    choose(next);
    run(
      () => changeRole(id, next),
      () => {
        choose(null);
        showToast(`${email} is now ${withArticle(next)}`);
      },
      () => choose(null),
    );
  };
  return (
    <Select
      aria-label={`Role of ${email}`}
      title={isLast ? "One owner must remain" : undefined}
      className="w-28"
      disabled={pending || isLast}
      value={chosen ?? role}
      onChange={({ target }) => change(target.value as Role)}
    >
      {roles.toReversed().map((each) => (
        <option key={each} value={each}>
          {roleNames[each].name}
        </option>
      ))}
    </Select>
  );
}
