"use client";

import { lazy, Suspense, useState } from "react";
import { problemOf, type Refused } from "@/lib/core/action-result";
import { FoldedPart } from "./folded-part";
import { countMore, type MoreDraft, type MoreField, moreFields } from "./more-draft";

const MoreFields = lazy(() => import("./more-fields"));

/**
 * The folded part of the dialog. It is open for `field` and for a lost password, and a problem in
 * it opens it.
 */
export function MorePart({
  more,
  expires,
  refused,
  field,
  onChange,
}: {
  more: MoreDraft;
  expires: string;
  refused: Refused | null;
  field: MoreField | undefined;
  onChange: (more: MoreDraft) => void;
}) {
  const [isOpen, setOpen] = useState(field !== undefined || more.lostPassword != null);
  const [seen, setSeen] = useState(refused);
  const problemIn = (name: MoreField) => problemOf(refused, name);
  if (refused !== seen) {
    setSeen(refused);
    if (moreFields.some(problemIn)) setOpen(true);
  }
  const count = countMore(more);
  return (
    <FoldedPart
      title="More"
      summary={count === 0 ? "start date, click limit, password, preview" : `${count} set`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <Suspense fallback={null}>
        <MoreFields
          more={more}
          expires={expires}
          problemOf={problemIn}
          field={field}
          onChange={onChange}
        />
      </Suspense>
    </FoldedPart>
  );
}
