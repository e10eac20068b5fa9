"use client";

import { Printer } from "@/components/ui/icons";
import { type Channel, channelName, channelUrl, noChannel } from "@/lib/links/channel";
import { useSharedUrl } from "../../layout/instance";
import { Button, buttonStyle } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { FieldNote } from "../../ui/field";
import { channelsOf, type Sharing } from "../form/sharing";
import { sheetHref } from "../sheet-href";
import { readyLines, readyTable } from "./ready-text";
import type { ReadyLine } from "./use-several";

/** The hand-out: the short links of the lines, each with its channels. */
export function ReadySeveral({
  lines,
  left,
  sharing,
  onEdit,
  onClose,
}: {
  lines: ReadyLine[];
  /** Lines that stay in the draft. */
  left: number;
  sharing: Sharing;
  onEdit: () => void;
  onClose: () => void;
}) {
  const addressOf = useSharedUrl();
  const channels: Channel[] = [noChannel, ...channelsOf(sharing)];
  const count = lines.length * channels.length;
  const what = `${count} short ${count === 1 ? "link" : "links"}`;
  const existed = lines.filter(({ isNew }) => !isNew).length;
  const created = lines.length - existed;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        created === 0
          ? "These links exist already"
          : created === 1
            ? "1 link created"
            : `${created} links created`
      }
      note={existed > 0 && <span className="text-secondary">{existed} existed</span>}
    >
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-3 max-sm:px-4">
          <FieldNote tone="warn">
            {left === 1 ? "1 line is" : `${left} lines are`} not created yet and still in the draft.
          </FieldNote>
          <Button size="small" className="max-sm:h-11" onClick={onEdit}>
            Back to {left === 1 ? "it" : "them"}
          </Button>
        </div>
      )}
      <ul
        aria-label="Short links"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="grid max-h-[56vh] grid-cols-[minmax(0,1fr)] content-start divide-y divide-hairline overflow-y-auto px-6 py-2 focus-visible:-outline-offset-2 max-sm:max-h-none max-sm:px-4"
      >
        {lines.flatMap(({ link, isNew }) =>
          channels.map((channel) => {
            const url = channelUrl(addressOf(link), channel);
            const name = channel === noChannel ? (link.title ?? link.url) : channelName(channel);
            return (
              <li
                key={url}
                className="flex min-w-0 items-center gap-3 py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]"
              >
                <span className={channel === noChannel ? "min-w-0 flex-1" : "min-w-0 flex-1 pl-4"}>
                  <span className="mono block truncate font-medium" title={url}>
                    {url.replace(/^https?:\/\//, "")}
                  </span>
                  <span className="block truncate text-label text-secondary">
                    {!isNew && channel === noChannel && "Existed · "}
                    {name.replace(/^https?:\/\//, "")}
                  </span>
                </span>
                <CopyButton text={url} variant="bare" size="icon" />
              </li>
            );
          }),
        )}
      </ul>
      <DialogFoot>
        <a
          href={sheetHref(
            lines.map(({ link }) => link.id),
            channels.slice(1),
          )}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ className: "sm:mr-auto max-sm:w-full" })}
        >
          <Printer aria-hidden className="size-4" />
          Print QR codes
        </a>
        <CopyButton text={readyTable(lines, channels, addressOf)} what={`${what} as a table`}>
          Copy table
        </CopyButton>
        <CopyButton text={readyLines(lines, channels, addressOf)} what={what}>
          Copy all
        </CopyButton>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
