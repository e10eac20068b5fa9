import type { ReactNode } from "react";

/** For `<code>` in a text: a command, a variable, a path. */
export const code = (text: ReactNode) => (
  <code className="mono [overflow-wrap:anywhere]">{text}</code>
);
