import type { Operation } from "../commands/operation";
import { exampleSetAside } from "../commands/operation-examples";
import { setAsideClicksSchema, setAsideReportSchema } from "../commands/response-schemas";
import { setAsideSchema } from "../stats/report/change-set-aside";

const [found] = exampleSetAside.found;
const [setAside] = exampleSetAside.setAside;

/** Clicks of single visitors, which no number counts once they are set aside. */
export const setAsideOperations: Operation[] = [
  {
    id: "listSingleVisitors",
    method: "get",
    path: "/api/links/{slug}/set-aside",
    tag: "Statistics",
    summary: "List visitors who stand out, and clicks that are set aside",
    description:
      "A visitor stands out who made more than half of the link's clicks in an hour, and more than 100. Covers the last seven UTC days.",
    access: "read",
    success: {
      200: {
        description: "Both lists.",
        content: {
          "application/json": { schema: setAsideReportSchema, example: exampleSetAside },
        },
      },
    },
  },
  {
    id: "setClicksAside",
    method: "post",
    path: "/api/links/{slug}/set-aside",
    tag: "Statistics",
    summary: "Set the clicks of a visitor aside",
    description:
      "Excludes all clicks of this visitor on that day from the statistics, later ones too. Once it answers, nothing counts them, unless `state` is `leaving`: more clicks than can be moved in three seconds. Repeating it changes nothing, and waits again.",
    access: "write",
    body: {
      name: "SetAside",
      content: {
        "application/json": { schema: setAsideSchema, example: { visitor: found?.visitor } },
      },
    },
    success: {
      200: {
        description: "What is set aside.",
        content: { "application/json": { schema: setAsideClicksSchema, example: setAside } },
      },
    },
  },
  {
    id: "undoSetAside",
    method: "delete",
    path: "/api/links/{slug}/set-aside/{visitor}",
    tag: "Statistics",
    summary: "Count the clicks of a visitor again",
    description:
      "Possible within a day after they were set aside, for whoever did that and for owners. The statistics include them again within seconds.",
    access: "write",
    success: { 204: { description: "Undone.", content: {} } },
  },
];
