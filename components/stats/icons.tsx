import { icon } from "../ui/icons";

// Icons that only statistics show, apart from ui/icons so that other scripts do not carry them.

export const ArrowDown = /* @__PURE__ */ icon("M12 5v14M19 12l-7 7-7-7");
export const ArrowUp = /* @__PURE__ */ icon("M5 12l7-7 7 7M12 19V5");
export const CalendarRange = /* @__PURE__ */ icon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM16 2v3M3 9h18M8 2v3M17 13h-6M13 17H7M7 13h.01M17 17h.01",
);
export const ChartLine = /* @__PURE__ */ icon("M3 3v16a2 2 0 0 0 2 2h16M19 9l-5 5-4-4-3 3");
export const ChartSpline = /* @__PURE__ */ icon(
  "M3 3v16a2 2 0 0 0 2 2h16M7 16c.5-2 1.5-7 4-7 2 0 2 3 4 3 2.5 0 4.5-5 5-7",
);
export const GitCompareArrows = /* @__PURE__ */ icon(
  "M2 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM12 6h5a2 2 0 0 1 2 2v7M15 9l-3-3 3-3M16 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM12 18H7a2 2 0 0 1-2-2V9M9 15l3 3-3 3",
);
export const ListChecks = /* @__PURE__ */ icon("M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4");
export const ListFilter = /* @__PURE__ */ icon("M2 5h20M6 12h12M9 19h6");
export const Pause = /* @__PURE__ */ icon(
  "M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z",
);
export const Play = /* @__PURE__ */ icon(
  "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z",
);
export const Smartphone = /* @__PURE__ */ icon(
  "M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2zM12 18h.01",
);
export const Table2 = /* @__PURE__ */ icon(
  "M3 9h18M9 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z",
);
export const Tablet = /* @__PURE__ */ icon(
  "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2zM12 18L12.01 18",
);
export const Tv = /* @__PURE__ */ icon(
  "M17 2l-5 5-5-5M4 7h16a2 2 0 0 1 2 2v11a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2z",
);
