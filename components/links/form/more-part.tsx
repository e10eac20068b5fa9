"use client";

import { lazy, Suspense, useState } from "react";
import { problemOf, type Refused } from "@/lib/core/action-result";
import { FoldedPart } from "./folded-part";
import {
  countMore,
  type MoreDraft,
  type MoreField,
  moreFields,
  type ProblemIn,
} from "./more-draft";

const MoreFields = lazy(() => import("./more-fields"));

/**
 * The folded part of the dialog. It is open for `field` and for a lost password, and a problem in
 * it opens it.
 */
export function MorePart({
  more,
  url,
  expires,
  refused,
  field,
  onChange,
}: {
  more: MoreDraft;
  url: string;
  expires: string;
  refused: Refused | null;
  field: MoreField | undefined;
  onChange: (more: MoreDraft) => void;
}) {
  const [isOpen, setOpen] = useState(field !== undefined || more.lostPassword != null);
  const [seen, setSeen] = useState(refused);
  const problemIn: ProblemIn = (name) => problemOf(refused, name);
  if (refused !== seen) {
    setSeen(refused);
    const fields = [...moreFields, ...more.geo.map(([country]) => `geo.${country}` as const)];
    if (fields.some(problemIn)) setOpen(true);
  }
  const count = countMore(more);
  return (
    <FoldedPart
      title="More"
      summary={count === 0 ? "start date, limit, platforms, countries, password" : `${count} set`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <Suspense fallback={null}>
        <MoreFields
          more={more}
          url={url}
          expires={expires}
          problemOf={problemIn}
          field={field}
          onChange={onChange}
        />
      </Suspense>
    </FoldedPart>
  );
}
