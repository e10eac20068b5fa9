import type { Base } from "../config/base";
import { Mailer } from "./mail";
import { Sender } from "./sender";

export type Messages = ReturnType<typeof createMessagesPart>;

export function createMessagesPart(base: Base) {
  const mailer = new Mailer(base.settings);
  return { sender: new Sender(base, mailer), mailer };
}

declare module "../config/running" {
  interface Parts {
    messages: Messages;
  }
}
