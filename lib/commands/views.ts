import { z } from "zod";
import { deleteView, saveView as storeView, viewSchema } from "../stats/list/saved-views";
import { dismissItems, restoreItems } from "../stats/report/dismissed-items";
import { undoImport as undoStored } from "../transfer/undo-import";
import { acting, define } from "./define";

const ofView = z.object({ id: z.uuid() });

/** Makes, changes or brings back the view with this id, which the browser chose. */
export const saveView = define({
  name: "saveView",
  role: "reader",
  target: ofView,
  form: z.object({ seen: viewSchema.nullable() }),
  body: () => viewSchema,
  run: (context, { id, body, seen = null }) =>
    storeView(id, body, seen, acting(context).owner, context.now),
});

export const removeView = define({
  name: "removeView",
  role: "reader",
  target: ofView,
  run: (context, { id }) => deleteView(id, acting(context).owner),
});

const keys = () =>
  z
    .array(
      z
        .string()
        .min(1)
        .max(500)
        .refine((key) => !key.includes("\0")),
    )
    .min(1)
    .max(100);

/** Hides highlights from this person until they change. */
export const dismissHighlights = define({
  name: "dismiss",
  role: "reader",
  body: keys,
  run: (context, { body }) => dismissItems(acting(context).owner.id, body, context.now),
});

export const restoreHighlights = define({
  name: "restore",
  role: "reader",
  body: keys,
  run: (context, { body }) => restoreItems(acting(context).owner.id, body),
});

export const undoImport = define({
  name: "undoImport",
  role: "editor",
  target: z.object({ id: z.uuid() }),
  notes: "import-undone",
  run: ({ by, role, actor, now }, { id }) => undoStored(id, { by, role, actor, now }),
});
