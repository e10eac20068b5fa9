"use client";

import { type FormEvent, useRef } from "react";
import { takeTyped } from "../../layout/typed-ahead";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Kbd } from "../../ui/kbd";
import { Switch } from "../../ui/switch";
import { Textarea } from "../../ui/textarea";
import { ChannelPicker } from "../form/channel-picker";
import { ExpiryField } from "../form/expiry-field";
import { HostField } from "../form/host-field";
import { OneOrSeveral } from "../form/one-or-several";
import { TagsInput } from "../form/tags-input";
import { CornerDownLeft } from "../icons";
import { createLabel, mostLines } from "./judge-lines";
import { LineTable } from "./line-table";
import { ReadySeveral } from "./ready-several";
import { useSeveral } from "./use-several";

/** Creates several links from pasted lines. `text`: lines to add to the draft. */
export default function SeveralDialog({
  text,
  onClose,
}: {
  text: string | undefined;
  onClose: () => void;
}) {
  const { isApple } = useViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const several = useSeveral(text);
  const { draft, set, lines, total, problem, create, sent, refusal, ready } = several;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  if (ready) {
    return (
      <ReadySeveral {...ready} sharing={draft.sharing} onEdit={several.edit} onClose={onClose} />
    );
  }
  const isBusy = sent !== undefined;
  return (
    <Dialog open wide onClose={() => !isBusy && onClose()} title="New links" initialFocus={field}>
      <form
        className="contents"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
      >
        {/* What changes meanwhile would be lost. */}
        <div inert={isBusy} className="grid md:grid-cols-[minmax(0,1fr)_300px]">
          <div className="flex min-w-0 flex-col gap-4 px-6 pt-5 pb-6 max-sm:p-4">
            <OneOrSeveral isSeveral text={draft.text} />
            <Field
              label="Lines"
              hint="A line per link: address, slug, title. The last two are optional; cells of a spreadsheet work, too."
            >
              {(control) => (
                <Textarea
                  {...control}
                  ref={field}
                  name="lines"
                  rows={7}
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
          <div className="flex min-w-0 flex-col gap-[18px] border-hairline px-6 pt-5 pb-6 max-md:border-t max-sm:p-4 md:border-l">
            <p className="font-medium text-small">For all new links</p>
            <TagsInput
              tags={draft.tags}
              typed={draft.tag}
              onChange={(tags, tag) => set({ tags, tag })}
            />
            <ExpiryField value={draft.expires} onChange={(expires) => set({ expires })} />
            <HostField
              value={draft.domain}
              error={undefined}
              onChange={(domain) => set({ domain })}
            />
            <ChannelPicker sharing={draft.sharing} onChange={(sharing) => set({ sharing })} />
            <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
              <span className="font-medium text-small">Forward query parameters</span>
              <Switch
                name="forwardQuery"
                checked={draft.forwardQuery}
                onChange={(event) => set({ forwardQuery: event.target.checked })}
              />
            </label>
            <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
              <span>
                <span className="block font-medium text-small">Use links that exist</span>
                <span className="block text-label text-secondary">
                  They stay as they are. Otherwise each line becomes a new link.
                </span>
              </span>
              <Switch
                name="reuses"
                checked={draft.reuses}
                onChange={(event) => set({ reuses: event.target.checked })}
              />
            </label>
          </div>
        </div>
        <DialogFoot error={refusal}>
          <span className="mr-auto flex items-center gap-1.5 text-label text-secondary max-sm:hidden">
            <Kbd>Esc</Kbd> to close, draft saved
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={isBusy || total === 0}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {isBusy
              ? `${sent} of ${Math.min(total, mostLines)}`
              : createLabel(lines, total, draft.reuses)}
            <Kbd aria-hidden className="max-sm:hidden">
              {isApple ? "⌘" : "Ctrl"}
              <CornerDownLeft />
            </Kbd>
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
