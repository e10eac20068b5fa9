"use client";

import { lazy, Suspense, useState } from "react";
import { useTexts } from "#texts";
import { Plus, X } from "@/components/ui/icons";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";

const AliasForm = lazy(() => import("./alias-form"));
const RemoveAliasDialog = lazy(() => import("./remove-alias-dialog"));

/** The button, then the field that it opens: where the focus goes when an alias is removed. */
const addAliasId = "add-alias";

/** A button; the field that it opens is loaded then. */
export function AddAlias({ slug }: { slug: string }) {
  const t = useTexts("links.aliases");
  const mayEdit = useMayEdit();
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit) return null;
  const button = (
    <Button data-focus={addAliasId} disabled={isOpen} onClick={() => setOpen(true)}>
      <Plus aria-hidden className="size-4" />
      {t("addAlias")}
    </Button>
  );
  return (
    <div className="border-hairline border-t px-(--space-pad) py-3">
      {isOpen ? (
        <Suspense fallback={button}>
          <AliasForm slug={slug} focusId={addAliasId} />
        </Suspense>
      ) : (
        button
      )}
    </div>
  );
}

/** Asks first: the alias may be printed somewhere. */
export function RemoveAlias(props: { slug: string; alias: string; clickCount: number }) {
  const t = useTexts("links.aliases");
  const mayEdit = useMayEdit();
  const [isAsking, setAsking] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button
        variant="bare"
        size="iconSmall"
        aria-label={t("remove", { slug: props.alias })}
        onClick={() => setAsking(true)}
      >
        <X aria-hidden className="size-4" />
      </Button>
      <Suspense>
        {isAsking && (
          <RemoveAliasDialog {...props} focusId={addAliasId} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  );
}
