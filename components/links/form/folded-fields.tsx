"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { Plus } from "@/components/ui/icons";
import type { TextName } from "@/lib/texts/translator";
import { chipStyle } from "../../ui/chip";

/** Two columns of the same height, of which each scrolls by itself; one column on small screens. */
export const cardStyle =
  "grid md:h-[600px] md:min-h-0 md:shrink md:grid-cols-[minmax(0,1fr)_340px] md:grid-rows-[minmax(0,1fr)]";

export type FieldName = TextName<"form.fields">;

export interface FoldedField {
  /** On its chip. */
  name: FieldName;
  isSet: boolean;
  /** Whether it shows a problem. */
  isWrong?: boolean | undefined;
  content: ReactNode;
}

const Unfold = createContext<(name: FieldName) => void>(() => {});

/** Unfolds a field, or goes to it. For what one field says of another. */
export const useUnfold = () => useContext(Unfold);

/**
 * A column of fields: `children`, which are always there, and those that a chip at its foot
 * unfolds. A field with a value or a problem is never folded. `first`: unfolded from the start.
 */
export function FoldedFields({
  fields,
  first,
  children,
}: {
  fields: readonly FoldedField[];
  first?: FieldName | undefined;
  children: ReactNode;
}) {
  const t = useTexts("form");
  const column = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(
    () => new Set(fields.filter(({ name, isSet }) => isSet || name === first).map(nameOf)),
  );
  const [pressed, setPressed] = useState<FieldName>();
  const isOpen = ({ name, isSet, isWrong }: FoldedField) => open.has(name) || isSet || isWrong;
  const unfold = (name: FieldName) => {
    setPressed(name);
    setOpen(new Set([...open, name]));
    focusFirst(column.current?.querySelector(`[data-field="${name}"]`));
  };
  const press = (field: FoldedField) => {
    if (!isOpen(field) || field.isSet || field.isWrong) unfold(field.name);
    else setOpen(new Set([...open].filter((each) => each !== field.name)));
  };
  return (
    <div ref={column} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-6 py-5 max-sm:p-4 md:min-h-0 md:scroll-py-5 md:overflow-y-auto">
        {children}
        <Unfold value={unfold}>
          {fields.filter(isOpen).map(({ name, content }) => (
            <Unfolded key={name} name={name} takesFocus={name === pressed}>
              {content}
            </Unfolded>
          ))}
        </Unfold>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that this has no place for */}
      <div
        role="group"
        aria-label={t("moreFields")}
        className="flex shrink-0 flex-wrap gap-1.5 border-hairline border-t px-6 py-3 max-sm:px-4"
      >
        {fields.map((field) => (
          <button
            key={field.name}
            type="button"
            aria-expanded={Boolean(isOpen(field))}
            className={chipStyle({ on: Boolean(isOpen(field)) })}
            onClick={() => press(field)}
          >
            {!isOpen(field) && <Plus aria-hidden />}
            {t(`fields.${field.name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

const nameOf = ({ name }: FoldedField) => name;

function Unfolded({
  name,
  takesFocus,
  children,
}: {
  name: string;
  takesFocus: boolean;
  children: ReactNode;
}) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) focusFirst(part.current);
  }, [takesFocus]);
  return (
    <div ref={part} data-field={name} className="flex min-w-0 flex-col gap-4">
      {children}
    </div>
  );
}

function focusFirst(part: Element | null | undefined): void {
  part?.scrollIntoView({ block: "nearest" });
  const chosen = part?.querySelector<HTMLElement>("[aria-pressed=true]");
  (chosen ?? part?.querySelector<HTMLElement>("input, textarea, select, button"))?.focus();
}
