"use client";

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { Pencil } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";

const InPlaceForm = lazy(() => import("./in-place-form"));

/** Shows a field of a link with a button that turns it into an input. */
export function EditInPlace({
  link,
  field,
  children,
}: {
  link: Link;
  field: "title" | "url";
  children: ReactNode;
}) {
  const t = useTexts("form.inPlace");
  const mayEdit = useMayEdit();
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (!mayEdit) return children;
  const shown = (
    <div className="flex min-w-0 items-center gap-1">
      {children}
      <Button
        ref={pencil}
        variant="bare"
        size="iconSmall"
        aria-label={t(`${field}.edit`)}
        className="shrink-0 text-tertiary"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden className="size-3.5" />
      </Button>
    </div>
  );
  if (!isEditing) return shown;
  return (
    <Suspense fallback={shown}>
      <InPlaceForm link={link} field={field} onClose={() => setEditing(false)} />
    </Suspense>
  );
}
