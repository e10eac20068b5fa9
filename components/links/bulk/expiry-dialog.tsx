"use client";

import { useState, useTransition } from "react";
import { formatInstant } from "@/lib/core/format";
import type { LinkRef } from "@/lib/links/link";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { ExpiryField } from "../form/expiry-field";
import { fromControl, toControl } from "../form/instant-value";
import { useChangeLinks } from "./link-mutations";

/**
 * Sets one expiry for one or more links. Of several, none is chosen at first, so that pressing Enter
 * changes nothing.
 */
export default function ExpiryDialog({
  links,
  onClose,
  done,
}: {
  links: LinkRef[];
  onClose: () => void;
  done?: (() => void) | undefined;
}) {
  const change = useChangeLinks();
  const [first] = links;
  const values = links.map(({ expiresAt }) => (expiresAt ? toControl(new Date(expiresAt)) : ""));
  const initial = links.length === 1 ? (values[0] ?? "") : null;
  const [value, setValue] = useState(initial);
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
  const what = links.length === 1 ? `/${first?.slug}` : `${links.length} links`;
  return (
    <Dialog open onClose={onClose} title={`Expiry of ${what}`}>
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          start(async () => {
            const expiresAt = fromControl(value ?? "");
            const message = expiresAt
              ? `Set expiry of ${what}`
              : `${what} no longer ${links.length === 1 ? "expires" : "expire"}`;
            if (!(await change(links, { expiresAt }, message, setSent))) return;
            done?.();
            onClose();
          });
        }}
      >
        <div className="px-6 py-5 max-sm:px-4">
          <ExpiryField value={value} onChange={setValue} />
          {links.length > 1 && <NowText values={values} />}
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={pending || value === initial}>
            {sent > 0 && sent < links.length ? `${sent} of ${links.length}` : "Set expiry"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What the links have before the change. */
function NowText({ values }: { values: readonly string[] }) {
  const { timeZone } = useViewer();
  const [now] = useState(() => new Date());
  const [first, ...others] = new Set(values);
  const text = others.length > 0 ? "Mixed" : first ? "" : "Never";
  return (
    <p className="mt-3 text-label text-tertiary">
      Now: {text || formatInstant(new Date(`${first}Z`), now, timeZone)}
    </p>
  );
}
