"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { tagKey } from "@/lib/core/tag";
import type { TagEdit } from "@/lib/links/tag-schema";
import { TagsInput } from "../form/tags-input";
import { allTags, tagsProblem } from "../form/typed-tags";
import { type Told, useEditTags } from "../jobs/use-job";
import { AddRemoveDialog, type AddRemoveProps } from "./add-remove-dialog";

interface Names {
  tags: string[];
  typed: string;
}

const none: Names = { tags: [], typed: "" };

/** Adds tags to several links and removes others, with Undo. */
export default function TagsDialog(props: AddRemoveProps) {
  const [t, ofTags] = [useTexts("bulk"), useTexts("form.tags")];
  const editTags = useEditTags();
  const [{ add, remove }, setNames] = useState({ add: none, remove: none });
  const fields = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const edit: TagEdit = {
    add: allTags(add.tags, add.typed),
    remove: allTags(remove.tags, remove.typed),
  };
  const both = edit.remove.find((name) => edit.add.some((each) => tagKey(each) === tagKey(name)));
  const problems = [
    tagsProblem(edit.add, ofTags),
    tagsProblem(edit.remove, ofTags) ?? (both && t("bothTag", { name: both })),
  ];

  useEffect(() => {
    if (isRefused) fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  const change = (part: Partial<Record<"add" | "remove", Names>>) => {
    setRefused(false);
    setNames({ add, remove, ...part });
  };
  const save = async (told: Told) => {
    if (!problems.some(Boolean)) return editTags(props.links, edit, told);
    setRefused(true);
    return false;
  };
  return (
    <AddRemoveDialog
      {...props}
      what="tags"
      isBlocked={edit.add.length + edit.remove.length === 0}
      save={save}
    >
      <div ref={fields} className="contents">
        <TagsInput
          label={t("add")}
          {...add}
          error={isRefused ? problems[0] : undefined}
          onChange={(tags, typed) => change({ add: { tags, typed } })}
        />
        <TagsInput
          label={t("remove")}
          {...remove}
          error={isRefused ? problems[1] : undefined}
          onChange={(tags, typed) => change({ remove: { tags, typed } })}
        />
      </div>
    </AddRemoveDialog>
  );
}
