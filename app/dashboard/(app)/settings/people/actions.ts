"use server";

import * as commands from "@/lib/commands/people";
import type { Role } from "@/lib/core/access";
import { action } from "../../../server-action";

const ofPerson = (id: string) => ({ id });
const page = "/dashboard/settings/people";
/** Also if it is refused: the list may be out of date. */
const shown = { refreshes: page, refused: true } as const;

export const invite = action(
  commands.invitePerson,
  (role: Role, email?: string, key?: string) => ({ body: { role, email }, key }),
  { refreshes: page },
);

export const makeReset = action(commands.makeReset, ofPerson, { refreshes: null });

export const withdraw = action(commands.withdrawInvite, ofPerson, { refreshes: page });

export const changeRole = action(
  commands.changeRole,
  (id: string, body: Role, seen: Role | null = null) => ({ id, body, seen }),
  { refused: true },
);

export const disconnect = action(commands.disconnectPerson, ofPerson, { refreshes: page });

export const remove = action(commands.removePerson, ofPerson, shown);
