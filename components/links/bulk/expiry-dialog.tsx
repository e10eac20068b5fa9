"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { formatInstant } from "@/lib/core/format";
import type { LinkRef } from "@/lib/links/link";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { useFailure } from "../../ui/use-failure";
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
  const [t, common] = [useTexts("bulk"), useTexts("common")];
  const change = useChangeLinks();
  const [only] = links.length === 1 ? links : [];
  const count = links.length;
  const values = links.map(({ expiresAt }) => (expiresAt ? toControl(new Date(expiresAt)) : ""));
  const initial = links.length === 1 ? (values[0] ?? "") : null;
  const [value, setValue] = useState(initial);
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
  const { form, failure, fail } = useFailure();
  return (
    <Dialog
      open
      onClose={onClose}
      title={only ? t("expiryOfOne", { slug: only.slug }) : t("expiryOf", { count })}
    >
      <form
        ref={form}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          start(async () => {
            const expiresAt = fromControl(value ?? "");
            const message = only
              ? t(expiresAt ? "expirySetOne" : "expiryNeverOne", { slug: only.slug })
              : t(expiresAt ? "expirySet" : "expiryNever", { count });
            fail(undefined);
            const feedback = { onProgress: setSent, onFailure: fail };
            if (!(await change(links, { expiresAt }, message, feedback))) return;
            done?.();
            onClose();
          });
        }}
      >
        <div className="px-6 py-5 max-sm:px-4">
          <ExpiryField value={value} onChange={setValue} />
          {links.length > 1 && <NowText values={values} />}
        </div>
        <DialogFoot error={failure}>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" type="submit" disabled={pending || value === initial}>
            {sent > 0 && sent < count ? t("sentOf", { sent, count }) : t("setExpiry")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What the links have before the change. */
function NowText({ values }: { values: readonly string[] }) {
  const t = useTexts("bulk");
  const { timeZone, locale } = useViewer();
  const [now] = useState(() => new Date());
  const [first, ...others] = new Set(values);
  const text = () => {
    if (others.length > 0) return t("nowMixed");
    if (!first) return t("nowNever");
    return t("now", { at: formatInstant(new Date(`${first}Z`), now, timeZone, locale) });
  };
  return <p className="mt-3 text-label text-tertiary">{text()}</p>;
}
