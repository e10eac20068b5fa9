"use client";

import { useRouter } from "next/navigation";
import { Fragment } from "react";
import { Dialog, DialogFoot } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { Switch } from "../ui/switch";
import { useAction } from "../ui/use-action";
import { useDashboardActions } from "./dashboard-actions";
import { useMayEdit } from "./role";
import { useViewer } from "./viewer-context";

/**
 * Each entry is a label and its keys, and `editor` if readers do not have it. Keys joined by `then`
 * are pressed in sequence.
 */
const groups: { title: string; keys: [name: string, combination: string, needs?: "editor"][] }[] = [
  {
    title: "Anywhere",
    keys: [
      ["Search or jump to…", "mod K"],
      ["New link", "C", "editor"],
      ["Search", "/"],
      ["Keyboard shortcuts", "?"],
      ["Undo", "mod Z"],
      ["Close, clear", "Esc"],
    ],
  },
  {
    title: "Go to",
    keys: [
      ["Home", "G then H"],
      ["Links", "G then L"],
      ["Statistics", "G then T"],
      ["Settings", "G then S"],
    ],
  },
  {
    title: "In the links list",
    keys: [
      ["Next, previous", "J K"],
      ["Open the panel of a link", "Space"],
      ["Select", "X", "editor"],
      ["Select up to here", "Shift X", "editor"],
      ["Views", "V"],
      ["Copy link", "S"],
      ["Edit", "E", "editor"],
    ],
  },
  {
    title: "On a page with statistics",
    keys: [
      ["Today", "D"],
      ["7 days", "W"],
      ["30 days", "M"],
      ["90 days", "Q"],
      ["12 months", "Y"],
    ],
  },
];

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const actions = useDashboardActions();
  const { shortcuts } = useViewer();
  const router = useRouter();
  const { run } = useAction();
  const mayEdit = useMayEdit();
  const isShown = ([, , needs]: (typeof groups)[number]["keys"][number]) =>
    mayEdit || needs === undefined;
  return (
    <Dialog open wide onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-x-8 gap-y-5 px-6 pt-5 pb-6 max-sm:px-4 sm:grid-cols-2 lg:grid-cols-[auto_auto_auto_auto]">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="pb-1.5 text-label text-tertiary">{title}</h3>
            <ul className="divide-y divide-hairline">
              {keys.filter(isShown).map(([name, combination]) => (
                <li
                  key={name}
                  className="flex min-h-8 items-center justify-between gap-3 text-secondary text-small"
                >
                  {name}
                  <Keys combination={combination} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DialogFoot className="justify-start">
        <label className="flex items-center gap-3 text-small">
          <Switch
            defaultChecked={shortcuts}
            onChange={(event) => {
              const on = event.target.checked;
              run(
                () => actions.saveShortcuts(on),
                () => router.refresh(),
                () => {
                  event.target.checked = !on;
                },
              );
            }}
          />
          Single-key shortcuts
        </label>
      </DialogFoot>
    </Dialog>
  );
}

function Keys({ combination }: { combination: string }) {
  const { isApple } = useViewer();
  return (
    <span className="flex shrink-0 items-center gap-1 text-label">
      {combination.split(" ").map((key) => (
        <Fragment key={key}>
          {key === "then" ? "then" : <Kbd>{key === "mod" ? (isApple ? "⌘" : "Ctrl") : key}</Kbd>}
        </Fragment>
      ))}
    </span>
  );
}
