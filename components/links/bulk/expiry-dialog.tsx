"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { messageOf, problemOf } from "@/lib/core/action-result";
import { formatInstant } from "@/lib/core/format";
import type { LinkRef } from "@/lib/links/link";
import type { SavedLink } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot } from "../../ui/dialog";
import { useFailure } from "../../ui/use-failure";
import { EditConflict, useDescribeEdits } from "../form/edit-conflict";
import { ExpiryField } from "../form/expiry-field";
import { fromControl, toControl } from "../form/instant-value";
import { type ShownLink, useUpdateLink } from "../form/use-update-link";
import { linksText } from "../jobs/bulk-message";
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
  const t = useTexts("bulk");
  const change = useChangeLinks();
  const [only] = links.length === 1 ? links : [];
  const count = links.length;
  const values = links.map(({ expiresAt }) => (expiresAt ? toControl(new Date(expiresAt)) : ""));
  const initial = links.length === 1 ? (values[0] ?? "") : null;
  const [value, setValue] = useState(initial);
  const [pending, start] = useTransition();
  const { form, failure, fail } = useFailure();
  const update = useUpdateLink();
  const describeEdits = useDescribeEdits();
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const end = () => {
    done?.();
    onClose();
  };
  const saveOne = async (seen: ShownLink) => {
    setConflict(null);
    const result = await update(seen, { expiresAt: fromControl(value ?? "") });
    if (!result.ok) return fail(problemOf(result, "expiresAt") ?? messageOf(result));
    if (result.value.meanwhile.length === 0) return end();
    if (form.current) setConflict(result.value);
    else fail(describeEdits(result.value.meanwhile));
  };
  const saveEach = async () => {
    const expiresAt = fromControl(value ?? "");
    const message = t(expiresAt ? "expirySet" : "expiryNever", { count });
    if (await change(links, { expiresAt }, message, { onFailure: fail })) end();
  };
  return (
    <Dialog open onClose={onClose} title={t("setExpiry")} note={linksText(links, t)}>
      <form
        ref={form}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          fail(undefined);
          start(() => (only ? saveOne(only) : saveEach()));
        }}
      >
        <div className="px-6 py-5 max-sm:px-4">
          <ExpiryField value={value} onChange={setValue} />
          {links.length > 1 && <NowText values={values} />}
        </div>
        <DialogFoot refused={failure}>
          <EditConflict
            conflict={conflict}
            pending={pending}
            onSettle={({ link }, isMine) => (isMine ? start(() => saveOne(link)) : end())}
          />
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" pending={pending} disabled={value === initial}>
            {t("setExpiry")}
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
