import type { Base } from "../config/base";
import { Sender } from "./sender";

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(base: Base) {
  return { sender: new Sender(base) };
}

declare module "../config/running" {
  interface Parts {
    messages: Messages;
  }
}
