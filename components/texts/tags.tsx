import type { ReactNode } from "react";

/** For `<mono>` in a text: a slug, a tag, an address. */
export const mono = (text: ReactNode) => <span className="mono">{text}</span>;

/** For `<code>` in a text: a command, a variable, a path. */
export const code = (text: ReactNode) => (
  <code className="mono [overflow-wrap:anywhere]">{text}</code>
);
