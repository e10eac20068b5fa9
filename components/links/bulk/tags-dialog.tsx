"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { tagKey } from "@/lib/core/tag";
import type { LinkRef } from "@/lib/links/link";
import type { TagEdit } from "@/lib/links/tag-schema";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { TagsInput } from "../form/tags-input";
import { allTags, tagsProblem } from "../form/typed-tags";
import { useEditTags } from "../portions/use-edit-each";

interface Names {
  tags: string[];
  typed: string;
}

const none: Names = { tags: [], typed: "" };

/** Adds tags to several links and removes others, with Undo. */
export default function TagsDialog({
  links,
  onClose,
  done,
}: {
  links: LinkRef[];
  onClose: () => void;
  done: () => void;
}) {
  const [t, ofTags] = [useTexts("bulk"), useTexts("form.tags")];
  const common = useTexts("common");
  const editTags = useEditTags();
  const [{ add, remove }, setNames] = useState({ add: none, remove: none });
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const [isRefused, setRefused] = useState(false);
  const [only] = links.length === 1 ? links : [];
  const edit: TagEdit = {
    add: allTags(add.tags, add.typed),
    remove: allTags(remove.tags, remove.typed),
  };
  const both = edit.remove.find((name) => edit.add.some((each) => tagKey(each) === tagKey(name)));
  const problems = [
    tagsProblem(edit.add, ofTags),
    tagsProblem(edit.remove, ofTags) ?? (both && t("bothTag", { name: both })),
  ];
  const isEmpty = edit.add.length + edit.remove.length === 0;

  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  const change = (part: Partial<Record<"add" | "remove", Names>>) => {
    setRefused(false);
    setNames({ add, remove, ...part });
  };
  const save = async () => {
    if (!(await editTags(links, edit, { onProgress: setSent }))) return;
    done();
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={only ? t("tagsOfOne", { slug: only.slug }) : t("tagsOf", { count: links.length })}
    >
      <form
        ref={form}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (problems.some(Boolean)) setRefused(true);
          else start(save);
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
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
        <DialogFoot>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" type="submit" disabled={pending || isEmpty}>
            {sent > 0 && sent < links.length
              ? t("sentOf", { sent, count: links.length })
              : t("changeTags")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
