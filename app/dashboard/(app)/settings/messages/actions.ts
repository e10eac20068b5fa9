"use server";

import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/receivers";
import { asText, readSentence } from "@/lib/texts/sentence";
import { action } from "../../../server-action";

/** What a form sends: see newReceiverSchema. */
export type ReceiverInput = Record<string, string | boolean | string[] | object>;

const ofReceiver = (id: string) => ({ id });
const shown = { refreshes: "/dashboard/settings/messages", refused: true } as const;

export const addReceiver = action(
  commands.createReceiver,
  (body: ReceiverInput, key: string) => ({ body, key }),
  { ...shown, show: ({ id, name, secret }) => ({ id, name, secret: secret ?? null }) },
);

export const saveReceiver = action(
  commands.updateReceiver,
  (id: string, body: ReceiverInput, seen: ReceiverInput = {}, overwrites = false) => ({
    ...{ id, body, seen, overwrites },
  }),
  { ...shown, show: () => {} },
);

export const removeReceiver = action(commands.deleteReceiver, ofReceiver, shown);

export const testReceiver = action(commands.testReceiver, ofReceiver, {
  ...shown,
  show: ({ state, status, error }) => ({ state, status, error: error && asText(error) }),
  say: async ({ error, ...shown }) => ({
    ...shown,
    error: error && (await getSaid())(readSentence(error)),
  }),
});

export const sendAgain = action(
  commands.sendAgain,
  (id: string, delivery: string) => ({ id, delivery }),
  shown,
);
