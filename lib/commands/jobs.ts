import { z } from "zod";
import { countUndoable, stopJob as stopStored } from "../owners/jobs";
import { formKey } from "../owners/run-once";
import { define } from "./define";

export const stopJob = define({
  name: "stopJob",
  role: "reader",
  form: z.object({ id: formKey }),
  run: ({ by }, { id = "" }) => stopStored(id, by),
});

/** Takes back what a job of the last hour did. It is a job, too. */
export const undoJob = define({
  name: "undoJob",
  role: "editor",
  form: z.object({ undoes: formKey }),
  portions: { total: ({ undoes = "" }, writer) => countUndoable(undoes, new Date(), writer) },
  // The command that did it takes it back.
  run: async () => {},
});
