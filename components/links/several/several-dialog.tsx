"use client";

import { type FormEvent, useRef } from "react";
import { useTexts } from "#texts";
import { takeTyped } from "../../layout/typed-ahead";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot, FootNote } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Kbd } from "../../ui/kbd";
import { Textarea } from "../../ui/textarea";
import { ChannelPicker } from "../form/channel-picker";
import { useCommonFields } from "../form/common-fields";
import { cardStyle, type FoldedField, FoldedFields } from "../form/folded-fields";
import { OneOrSeveral } from "../form/one-or-several";
import { ReadyLinks } from "../form/ready-links";
import { channelsOf } from "../form/sharing";
import { SwitchField } from "../form/small-fields";
import { CornerDownLeft } from "../icons";
import { createLabel } from "./judge-lines";
import { LineTable } from "./line-table";
import type { SeveralDraft } from "./several-draft";
import { useSeveral } from "./use-several";

/** Creates several links from pasted lines. `text`: lines to add to the draft. */
export default function SeveralDialog({
  text,
  onClose,
}: {
  text: string | undefined;
  onClose: () => void;
}) {
  const [t, texts] = [useTexts("form"), useTexts("form.several")];
  const common = useTexts("common");
  const { isApple } = useViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const several = useSeveral(text);
  const { draft, set, lines, total, problem, create, sent, refused, ready } = several;
  const fields = useSeveralFields(draft, set);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  if (ready) {
    return (
      <ReadyLinks
        {...ready}
        channels={channelsOf(draft.sharing)}
        onEdit={several.edit}
        onClose={onClose}
      />
    );
  }
  const isBusy = sent !== undefined;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      isLosing={() => false}
      title={t("several.title")}
      initialFocus={field}
    >
      <form
        className="contents"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
      >
        {/* What changes meanwhile would be lost. */}
        <div inert={isBusy} className={cardStyle}>
          <div className="flex min-h-0 min-w-0 flex-col gap-4 px-6 py-5 max-sm:p-4 md:overflow-y-auto">
            <OneOrSeveral isSeveral text={draft.text} />
            <Field label={t("several.lines")} hint={t("several.linesNote")}>
              {(control) => (
                <Textarea
                  {...control}
                  ref={field}
                  name="lines"
                  rows={6}
                  wrap="off"
                  spellCheck={false}
                  autoCapitalize="none"
                  autoComplete="off"
                  readOnly={isBusy}
                  placeholder={
                    'https://example.com/spring spring "Spring sale"\nhttps://example.com/summer summer'
                  }
                  className="mono max-h-[40vh] resize-y"
                  value={draft.text}
                  onFocus={() => {
                    const ahead = takeTyped();
                    if (ahead) set({ text: draft.text + ahead });
                  }}
                  onChange={(event) => set({ text: event.target.value })}
                />
              )}
            </Field>
            <LineTable
              text={draft.text}
              lines={lines}
              total={total}
              reuses={draft.reuses}
              problem={problem}
              onChange={(next) => set({ text: next })}
            />
          </div>
          <div className="grid min-h-0 border-hairline max-md:border-t md:border-s">
            <FoldedFields fields={fields}>
              <p className="font-medium text-small">{t("several.forAll")}</p>
              <ChannelPicker sharing={draft.sharing} onChange={(sharing) => set({ sharing })} />
            </FoldedFields>
          </div>
        </div>
        <DialogFoot refused={refused}>
          <FootNote>{t.rich("escKeeps", { esc: () => <Kbd>Esc</Kbd> })}</FootNote>
          <CancelButton onClose={onClose} />
          <Button
            variant="primary"
            type="submit"
            pending={isBusy}
            disabled={total === 0}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {isBusy
              ? t("several.sent", {
                  sent,
                  count: lines.length,
                })
              : createLabel(lines, total, draft.reuses, texts)}
            <Kbd aria-hidden className="max-sm:hidden">
              {isApple ? "⌘" : common("keys.ctrl")}
              <CornerDownLeft />
            </Kbd>
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What all new links get, each behind a chip. */
function useSeveralFields(
  draft: SeveralDraft,
  set: (changes: Partial<SeveralDraft>) => void,
): FoldedField[] {
  const t = useTexts("form");
  const common = useCommonFields(draft, set);
  return [
    ...common.first,
    {
      name: "existing",
      isSet: !draft.reuses,
      content: (
        <SwitchField
          name="reuses"
          label={t("several.reuse")}
          hint={t("several.reuseNote")}
          on={draft.reuses}
          onChange={(reuses) => set({ reuses })}
        />
      ),
    },
    {
      name: "query",
      isSet: draft.forwardQuery,
      content: (
        <SwitchField
          name="forwardQuery"
          label={t("query.forward")}
          on={draft.forwardQuery}
          onChange={(forwardQuery) => set({ forwardQuery })}
        />
      ),
    },
    ...common.host,
  ];
}
