"use client";

import { useState, useTransition } from "react";
import type { LinkRef } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { ExpiryField } from "../form/expiry-field";
import { fromControl, toControl } from "../form/instant-value";
import { useChangeLinks } from "./link-mutations";

/** Sets one expiry for one or more links. */
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
  const [value, setValue] = useState(
    links.length === 1 && first?.expiresAt ? toControl(new Date(first.expiresAt)) : "",
  );
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
            const expiresAt = fromControl(value);
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
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={pending}>
            {sent > 0 && sent < links.length ? `${sent} of ${links.length}` : "Set expiry"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
