"use client";

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import { foldText } from "@/lib/core/fold-text";
import { cleanTag, mostTags, tagKey } from "@/lib/core/tag";
import { useViewer } from "../../layout/viewer-context";
import { chipStyle } from "../../ui/chip";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Kbd } from "../../ui/kbd";
import { useAnswer } from "../link-queries";
import { TagDot } from "../tag-mark";
import { allTags, chooseTyped, tagsProblem } from "./typed-tags";

const mostOffered = 6;

/**
 * Tags, as chips and what is being typed. Enter or a comma adds it; Tab completes it with the first
 * tag that begins with it.
 */
export function TagsInput({
  label: given,
  tags,
  typed,
  error,
  onChange,
}: {
  label?: string;
  tags: readonly string[];
  typed: string;
  error?: string | undefined;
  onChange: (tags: string[], typed: string) => void;
}) {
  const t = useTexts("form.tags");
  const label = given ?? t("title");
  const { shortcuts } = useViewer();
  const { answer: known } = useAnswer("link-tags", {});
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isFull = tags.length >= mostTags;
  const wanted = foldText(cleanTag(typed));
  const offered = offersFor(wanted, known ?? [], tags);
  const completion =
    wanted !== "" && offered[0] && foldText(offered[0].name).startsWith(wanted)
      ? offered[0].name
      : null;
  const names = t.list(offered.map(({ name }) => name));
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  const knownAs = (name: string) => known?.find((tag) => tagKey(tag.name) === tagKey(name));

  /** Keeps what cannot be a tag in the field, with the reason. */
  const add = (text: string) => {
    const next = chooseTyped(tags, text);
    setProblem(tagsProblem(allTags(next.tags, next.typed), t));
    onChange(
      next.tags.map((name) => knownAs(name)?.name ?? name),
      next.typed,
    );
  };
  /** Its chip goes away, so the focus returns to the field. */
  const press = (change: () => void) => {
    change();
    input.current?.focus();
  };
  const type = (event: KeyboardEvent<HTMLInputElement>) => {
    const isPlain =
      !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) &&
      !event.nativeEvent.isComposing;
    if (!isPlain) return;
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Tab" && completion && shortcuts) {
      event.preventDefault();
      add(completion);
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      onChange(tags.slice(0, -1), "");
    }
  };

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label={label}
        error={error ?? problem}
        hint={isFull ? t("most", { most: mostTags }) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            placeholder={isFull ? "" : t("hint")}
            readOnly={isFull && typed === ""}
            onKeyDown={type}
            onChange={({ target }) => {
              setProblem(undefined);
              if (target.value.includes(",")) add(target.value);
              else onChange([...tags], target.value);
            }}
          />
        )}
      </Field>
      {tags.length > 0 && (
        <ul
          aria-label={t("named", { name: t("chosen"), value: label })}
          className="flex flex-wrap gap-2 max-sm:gap-y-3.5"
        >
          {tags.map((name) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                className={chipStyle({ size: "tiny", on: true, className: "max-w-full" })}
                onClick={() =>
                  press(() =>
                    onChange(
                      tags.filter((each) => each !== name),
                      typed,
                    ),
                  )
                }
              >
                <TagDot color={knownAs(name)?.color} />
                <span className="truncate">{t.rich("remove", { name, hidden })}</span>
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {wanted !== "" &&
          offered.length > 0 &&
          (completion && shortcuts ? t("offersTab", { names, completion }) : names)}
      </p>
      {offered.length > 0 && !isFull && (
        <div className="flex flex-wrap items-center gap-2 max-sm:gap-y-3.5">
          <span className="text-label text-secondary">
            {wanted === "" ? t("usedBefore") : t("matching")}
          </span>
          {offered.map(({ name, color }) => (
            <button
              key={name}
              type="button"
              className={chipStyle({ size: "tiny", className: "max-w-full" })}
              onClick={() => press(() => add(name))}
            >
              <TagDot color={color} />
              <span className="truncate">{t.rich("add", { name, hidden })}</span>
              {name === completion && shortcuts && (
                <Kbd aria-hidden className="max-sm:hidden">
                  Tab
                </Kbd>
              )}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type Known = { name: string; color: Parameters<typeof TagDot>[0]["color"] };

/** Those that begin with what was typed first. */
function offersFor<T extends Known>(
  wanted: string,
  known: readonly T[],
  chosen: readonly string[],
): T[] {
  const taken = new Set(chosen.map(tagKey));
  const fitting = known.filter(
    ({ name }) => !taken.has(tagKey(name)) && foldText(name).includes(wanted),
  );
  const rank = ({ name }: T) => (foldText(name).startsWith(wanted) ? 0 : 1);
  return fitting.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostOffered);
}
