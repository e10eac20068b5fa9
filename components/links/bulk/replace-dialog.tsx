"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { problemOf, type Refused, refusedWith } from "@/lib/core/action-result";
import type { Replacement } from "@/lib/core/replace-in-address";
import type { LinkRef } from "@/lib/links/link";
import { type ReplacementPreview, useDashboardActions } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Segment, Segmented } from "../../ui/segmented";
import { answerOf } from "../../ui/use-action";
import { useTellJob } from "../jobs/use-job";
import { ReplacePreview } from "./replace-preview";

/** What would change, for exactly this. */
interface Looked {
  wanted: Replacement;
  found: ReplacementPreview;
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
  const { previewReplacement, replaceInLinks } = useDashboardActions();
  const { tell } = useTellJob();
  const [wanted, setWanted] = useState<Replacement>({
    find: host ?? "",
    replace: "",
    scope: "host",
  });
  const [looked, setLooked] = useState<Looked>();
  const [refused, setRefused] = useState<Refused>();
  const [pending, start] = useTransition();
  const slugs = links.map(({ slug }) => slug);
  const preview = looked?.wanted === wanted ? looked.found : undefined;

  const change = (part: Partial<Replacement>) => {
    setWanted({ ...wanted, ...part });
    setRefused(undefined);
  };
  const look = async () => {
    const found = await answerOf(previewReplacement(slugs, wanted));
    // After an await it is no longer part of the transition, without which texts that come later
    // would hide the dialog.
    start(() => {
      setRefused(found.ok ? undefined : found);
      if (found.ok) setLooked({ wanted, found: found.value });
    });
  };
  const apply = async () => {
    const send = (key: string) => replaceInLinks(key, slugs, wanted);
    const closes = await tell(slugs, send, "change", {
      success: ({ changed }) => t("replaced", { count: changed }),
      onFailure: (message) => setRefused(refusedWith(message)),
    });
    if (!closes) return;
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
          <div className="flex flex-col gap-3">{preview && <ReplacePreview {...preview} />}</div>
        </div>
        <DialogFoot refused={refused ?? null}>
          <CancelButton onClose={onClose} />
          <Button
            variant="primary"
            type="submit"
            pending={pending}
            disabled={preview?.changed === 0}
          >
            {preview && preview.changed > 0
              ? t("replaceIn", { count: preview.changed })
              : t("preview")}
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
