"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { problemOf } from "@/lib/core/action-result";
import type { Replacement } from "@/lib/core/replace-in-address";
import type { LinkRef } from "@/lib/links/link";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Segment, Segmented } from "../../ui/segmented";
import { showToast } from "../../ui/toast";
import { newKey } from "../form/attempts";
import { useRefreshAfter } from "../portions/use-refresh-after";
import { type Replaced, replaceInPortions, undoReplacements } from "./replace-portions";
import { ReplacePreview } from "./replace-preview";

/** What would change, for exactly this. `key`: of the attempt to do it. */
interface Looked {
  wanted: Replacement;
  found: Replaced;
  key: string;
}

/** Replaces a host or text in the destinations of links: first shows what would change. */
export default function ReplaceDialog({
  links,
  host,
  onClose,
  done,
}: {
  links: LinkRef[];
  /** Where all of them on this page lead: what to find, unless something else is typed. */
  host: string | undefined;
  onClose: () => void;
  done: () => void;
}) {
  const t = useTexts("bulk");
  const actions = useDashboardActions();
  const refreshAfter = useRefreshAfter();
  const [wanted, setWanted] = useState<Replacement>({
    find: host ?? "",
    replace: "",
    scope: "host",
  });
  const [looked, setLooked] = useState<Looked>();
  const [refused, setRefused] = useState<Replaced["refused"]>();
  const [pending, start] = useTransition();
  const slugs = links.map(({ slug }) => slug);
  const preview = looked?.wanted === wanted ? looked.found : undefined;
  const would = preview?.links.filter(({ refusal }) => refusal === null) ?? [];

  const change = (part: Partial<Replacement>) => {
    setWanted({ ...wanted, ...part });
    setRefused(undefined);
  };
  const look = async () => {
    const found = await replaceInPortions(actions, slugs, wanted, null);
    setRefused(found.refused);
    if (!found.refused) setLooked({ wanted, found, key: newKey() });
  };
  const apply = async () => {
    const outcome = await replaceInPortions(
      actions,
      would.map(({ slug }) => slug),
      wanted,
      looked?.key ?? newKey(),
    );
    const changed = outcome.links.filter(({ refusal }) => refusal === null).length;
    if (changed === 0 && outcome.refused) return setRefused(outcome.refused);
    const failure = outcome.refused?.message;
    const said =
      changed === would.length
        ? t("replaced", { count: changed })
        : t("replacedSome", { changed: String(changed), count: would.length });
    showToast(failure ? t("replacedBut", { first: said, second: failure }) : said, {
      failed: changed < would.length,
      undo:
        outcome.ids.length > 0
          ? () => void undoReplacements(actions, outcome.ids, t).then(refreshAfter)
          : undefined,
    });
    done();
    onClose();
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("replaceTitle")}
      note={
        <span className="text-secondary text-small">{t("links", { count: links.length })}</span>
      }
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start(preview ? apply : look);
        }}
      >
        <div className="flex flex-col gap-4 px-6 py-5 max-sm:px-4">
          <Segmented label={t("replaceWhat")} className="self-start">
            <Segment on={wanted.scope === "host"} onClick={() => change({ scope: "host" })}>
              {t("host")}
            </Segment>
            <Segment on={wanted.scope === "text"} onClick={() => change({ scope: "text" })}>
              {t("text")}
            </Segment>
          </Segmented>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("find")}
              error={problemOf(refused ?? null, "find")}
              hint={t(wanted.scope === "host" ? "findInHost" : "findInText")}
            >
              {(control) => (
                <Input
                  {...control}
                  {...plain}
                  required
                  value={wanted.find}
                  placeholder={wanted.scope === "host" ? "old.example" : "utm_source=spring"}
                  onChange={({ target }) => change({ find: target.value })}
                />
              )}
            </Field>
            <Field label={t("replaceWith")} error={problemOf(refused ?? null, "replace")}>
              {(control) => (
                <Input
                  {...control}
                  {...plain}
                  autoFocus={host !== undefined}
                  required={wanted.scope === "host"}
                  value={wanted.replace}
                  placeholder={wanted.scope === "host" ? "new.example" : ""}
                  onChange={({ target }) => change({ replace: target.value })}
                />
              )}
            </Field>
          </div>
          <div className="flex flex-col gap-3">
            {preview && <ReplacePreview links={preview.links} />}
          </div>
        </div>
        <DialogFoot refused={refused ?? null}>
          <CancelButton onClose={onClose} />
          <Button
            variant="primary"
            type="submit"
            pending={pending}
            disabled={preview !== undefined && would.length === 0}
          >
            {preview && would.length > 0 ? t("replaceIn", { count: would.length }) : t("preview")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const plain = {
  className: "font-mono text-[13px]",
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
} as const;
