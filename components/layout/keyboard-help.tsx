"use client";

import { useRouter } from "next/navigation";
import { Fragment } from "react";
import { Dialog, DialogFoot } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { Switch } from "../ui/switch";
import { useAction } from "../ui/use-action";
import { useDashboardActions } from "./dashboard-actions";
import { useViewer } from "./viewer-context";

/** Each entry is a label and its keys. Keys joined by `then` are pressed in sequence. */
const groups = [
  {
    title: "Anywhere",
    keys: [
      ["Search or jump to…", "mod K"],
      ["New link", "C"],
      ["Search", "/"],
      ["Keyboard shortcuts", "?"],
      ["Undo", "mod Z"],
      ["Close, clear", "Esc"],
    ],
  },
  {
    title: "Go to",
    keys: [
      ["Overview", "G then O"],
      ["Links", "G then L"],
      ["Statistics", "G then T"],
      ["Campaigns", "G then C"],
      ["Settings", "G then S"],
    ],
  },
  {
    title: "In the links list",
    keys: [
      ["Next, previous", "J K"],
      ["Select", "X"],
      ["Select up to here", "Shift X"],
      ["Copy link", "S"],
      ["Edit", "E"],
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
] as const;

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const actions = useDashboardActions();
  const { shortcuts } = useViewer();
  const router = useRouter();
  const { run } = useAction();
  return (
    <Dialog open wide onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-x-8 gap-y-5 px-6 pt-5 pb-6 max-sm:px-4 sm:grid-cols-2 md:grid-cols-4">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="pb-1.5 text-label text-tertiary">{title}</h3>
            <ul className="divide-y divide-hairline">
              {keys.map(([name, combination]) => (
                <li key={name} className="flex min-h-8 items-center justify-between gap-3 text-secondary text-small">
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
    <span className="flex items-center gap-1 text-label">
      {combination.split(" ").map((key) => (
        <Fragment key={key}>{key === "then" ? "then" : <Kbd>{key === "mod" ? (isApple ? "⌘" : "Ctrl") : key}</Kbd>}</Fragment>
      ))}
    </span>
  );
}
