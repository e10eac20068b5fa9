import { createElement, Fragment } from "react";

/** Text and elements as one node, whose parts need no keys. */
export function joined(parts: readonly unknown[]) {
  return createElement(Fragment, null, ...(parts as string[]));
}
