"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Search } from "@/components/ui/icons";
import { foldText } from "@/lib/core/fold-text";
import { Dialog } from "../../ui/dialog";
import { Input } from "../../ui/input";
import { type BreakdownPlace, RowList } from "./breakdown-rows";

/** All rows of a breakdown, with a search. Choosing one filters the page and closes the dialog. */
export default function BreakdownDialog({
  breakdown,
  page,
  query,
  onClose,
}: BreakdownPlace & { onClose: () => void }) {
  const t = useTexts("stats.breakdown");
  const [text, setText] = useState("");
  const wanted = foldText(text.trim());
  const rows = breakdown.rows.filter(({ name, label, note = "" }) =>
    foldText(`${name} ${label} ${note}`).includes(wanted),
  );
  return (
    <Dialog open onClose={onClose} title={breakdown.unit}>
      <div className="px-4 pt-4">
        <Input
          type="search"
          aria-label={t("named", { name: t("find"), value: breakdown.unit })}
          placeholder={t("search")}
          before={<Search aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are pressed, by key or pointer; this only follows */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is activated by key is clicked */}
      <div
        className="h-[min(420px,60vh)] overflow-y-auto px-3 py-2 max-sm:h-auto"
        onClick={(event) => (event.target as Element).closest("a") && onClose()}
      >
        {rows.length === 0 ? (
          <p role="status" className="px-2 py-3 text-secondary">
            {t("noResults")}
          </p>
        ) : (
          <RowList {...{ rows, breakdown, page, query }} isFull />
        )}
        {breakdown.compared && (
          <p className="px-2 pt-3 text-secondary text-small">
            {t("changes", { than: breakdown.compared })}
          </p>
        )}
        {breakdown.more && <p className="px-2 py-3 text-secondary text-small">{breakdown.more}</p>}
      </div>
    </Dialog>
  );
}
