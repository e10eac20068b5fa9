"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { useTellJob } from "@/components/links/jobs/use-job";
import { TagDot } from "@/components/links/tag-mark";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Plus } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import { answerOf } from "@/components/ui/use-action";
import { problemOf, type Refused, refusedWith } from "@/lib/core/action-result";
import { cleanTag, dealColors, type Tag, type TagColor, tagColors, tagKey } from "@/lib/core/tag";
import { mergeTag, saveTag } from "./actions";

interface EditTagProps {
  /** Without one it makes a new tag. */
  tag?: Tag;
  /** All tags. */
  tags: Tag[];
}

/** A button with the dialog that makes a tag. */
export function NewTag({ tags }: Pick<EditTagProps, "tags">) {
  const t = useTexts("tags");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {t("new")}
      </Button>
      {isOpen && <TagDialog tags={tags} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Makes a tag, or changes one. The name of another tag merges the two. */
export function TagDialog({ tag, tags, onClose }: EditTagProps & { onClose: () => void }) {
  const t = useTexts("tags");
  const [name, setName] = useState(tag?.name ?? "");
  const [chosen, setChosen] = useState<TagColor | null>(tag?.color ?? null);
  const [opened] = useState(tag);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The dialog has said that the same was changed meanwhile: the next save overwrites that. */
  const isWarned = refused?.code === "precondition_failed";
  const [pending, start] = useTransition();
  const router = useRouter();
  const { tell } = useTellJob();
  const [dealt = "gray"] = dealColors(countColors(tags), 1);
  const color = chosen ?? dealt;
  const wanted = tagKey(cleanTag(name));
  const twin =
    tag && wanted !== tagKey(tag.name)
      ? tags.find((each) => tagKey(each.name) === wanted)?.name
      : undefined;
  /** The color of the tag that stays is kept. */
  const merge = async (before: string, name: string) => {
    const closes = await tell([before], (key) => mergeTag(key, before, name), "change", {
      success: t("merged", { before, name }),
      onFailure: (message) => setRefused(refusedWith(message)),
    });
    if (closes) onClose();
  };
  const save = () =>
    start(async () => {
      if (opened && twin !== undefined) return merge(opened.name, twin);
      const isRecolored = color !== opened?.color;
      const given = { name, ...(isRecolored ? { color } : {}) };
      const result = await answerOf(
        saveTag(opened?.name ?? null, given, shownOf(opened), isWarned),
      );
      if (!result.ok) {
        // Another owner made a tag of this name meanwhile: then the dialog offers to merge.
        if (result.code === "tag_taken") router.refresh();
        return setRefused(result);
      }
      showToast(t("saved", { name: result.value.name }));
      onClose();
    });
  // Once the other tag is known, the hint offers to merge.
  const isAnswered = twin !== undefined && refused?.code === "tag_taken";
  const shown = isAnswered ? null : refused;
  return (
    <Dialog open onClose={onClose} title={tag ? t("editTitle", { name: tag.name }) : t("new")}>
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <Field
            label={t("name")}
            error={problemOf(shown, "name")}
            hint={twin && t("mergeNote", { name: twin })}
          >
            {(control) => (
              <Input
                {...control}
                name="name"
                value={name}
                autoComplete="off"
                onChange={({ target }) => {
                  setRefused(null);
                  setName(target.value);
                }}
              />
            )}
          </Field>
          <fieldset>
            <legend className="mb-1.5 font-medium text-small">{t("color")}</legend>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
              {tagColors.map((each) => (
                <label
                  key={each}
                  className="flex min-h-9 cursor-pointer items-center gap-2 rounded-control border border-hairline px-2.5 text-small capitalize has-[:checked]:border-accent-line has-[:checked]:bg-chosen has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2 max-sm:min-h-11"
                >
                  <input
                    type="radio"
                    name="color"
                    value={each}
                    checked={color === each}
                    onChange={() => setChosen(each)}
                    className="sr-only"
                  />
                  <TagDot color={each} />
                  {t(`colors.${each}`)}
                </label>
              ))}
            </div>
          </fieldset>
        </div>
        <DialogFoot refused={shown}>
          <CancelButton onClose={onClose} />
          <Button variant={twin ? "danger" : "primary"} type="submit" pending={pending}>
            {twin ? t("merge") : tag ? t("save") : t("create")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const shownOf = (tag?: Tag) => (tag ? { name: tag.name, color: tag.color } : {});

function countColors(tags: readonly Tag[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { color } of tags) counts.set(color, (counts.get(color) ?? 0) + 1);
  return counts;
}
