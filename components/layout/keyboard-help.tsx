"use client";

import { Fragment } from "react";
import { useTexts } from "#texts";
import type { TextName } from "@/lib/texts/translator";
import { Dialog, DialogFoot } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { SavedSwitch } from "../ui/saved-switch";
import { useDashboardActions } from "./dashboard-actions";
import { useMayEdit } from "./role";
import { useViewer } from "./viewer-context";

type Name = TextName<"common.shortcuts">;
/** Of a range. */
type Amount = [number, "day" | "month"];

/**
 * Each entry is a label and its keys, and `editor` if readers do not have it. Keys joined by `then`
 * are pressed in sequence.
 */
const groups: {
  title: Name;
  keys: [name: Name | Amount, combination: string, needs?: "editor"][];
}[] = [
  {
    title: "anywhere",
    keys: [
      ["searchOrJump", "mod K"],
      ["newLink", "C", "editor"],
      ["search", "/"],
      ["title", "?"],
      ["undo", "mod Z"],
      ["close", "Esc"],
    ],
  },
  {
    title: "goTo",
    keys: [
      ["home", "G then H"],
      ["links", "G then L"],
      ["statistics", "G then T"],
      ["settings", "G then S"],
    ],
  },
  {
    title: "inList",
    keys: [
      ["nextPrevious", "J K"],
      ["openPanel", "Space"],
      ["select", "X", "editor"],
      ["selectUpTo", "Shift X", "editor"],
      ["views", "V"],
      ["copyLink", "S"],
      ["edit", "E", "editor"],
    ],
  },
  {
    title: "onStatistics",
    keys: [
      ["today", "D"],
      [[7, "day"], "W"],
      [[30, "day"], "M"],
      [[90, "day"], "Q"],
      [[12, "month"], "Y"],
    ],
  },
];

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const actions = useDashboardActions();
  const t = useTexts("common.shortcuts");
  const { shortcuts } = useViewer();
  const mayEdit = useMayEdit();
  const isShown = ([, , needs]: (typeof groups)[number]["keys"][number]) =>
    mayEdit || needs === undefined;
  return (
    <Dialog open wide onClose={onClose} title={t("title")}>
      <div className="grid gap-x-8 gap-y-5 px-6 pt-5 pb-6 max-sm:px-4 sm:grid-cols-2 lg:grid-cols-[auto_auto_auto_auto]">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="pb-1.5 text-label text-tertiary">{t(title)}</h3>
            <ul className="divide-y divide-hairline">
              {keys.filter(isShown).map(([name, combination]) => (
                <li
                  key={combination}
                  className="flex min-h-8 items-center justify-between gap-3 text-secondary text-small"
                >
                  {typeof name === "string" ? t(name) : t.amount(...name)}
                  <Keys combination={combination} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DialogFoot className="justify-start">
        <label htmlFor="single-key" className="flex items-center gap-3 text-small max-sm:min-h-11">
          <SavedSwitch
            id="single-key"
            name={t("singleKey")}
            isOn={shortcuts}
            save={actions.saveShortcuts}
          />
          {t("singleKey")}
        </label>
      </DialogFoot>
    </Dialog>
  );
}

function Keys({ combination }: { combination: string }) {
  const { isApple } = useViewer();
  const t = useTexts("common");
  const names: Record<string, string> = {
    mod: isApple ? "⌘" : t("keys.ctrl"),
    Shift: t("keys.shift"),
    Space: t("keys.space"),
  };
  return (
    <span className="flex shrink-0 items-center gap-1 text-label">
      {combination.split(" ").map((key) => (
        <Fragment key={key}>
          {key === "then" ? t("shortcuts.then") : <Kbd>{names[key] ?? key}</Kbd>}
        </Fragment>
      ))}
    </span>
  );
}
