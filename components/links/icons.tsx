import { icon } from "../ui/icons";

// Icons that only links show, apart from ui/icons so that other scripts do not carry them.

export const ArrowDownWideNarrow = /* @__PURE__ */ icon(
  "M3 16l4 4 4-4M7 20V4M11 4h10M11 8h7M11 12h4",
);
export const ArrowRight = /* @__PURE__ */ icon("M5 12h14M12 5l7 7-7 7");
export const ArrowRightLeft = /* @__PURE__ */ icon("M16 3l4 4-4 4M20 7H4M8 21l-4-4 4-4M4 17h16");
export const AtSign = /* @__PURE__ */ icon(
  "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM16 8v5a3 3 0 0 0 6 0v-1a10 10 0 1 0-4 8",
);
export const Bookmark = /* @__PURE__ */ icon("M19 21l-7-4-7 4V5a2 2 0 012-2h10a2 2 0 012 2z");
export const CalendarClock = /* @__PURE__ */ icon(
  "M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
);
export const CircleHelp = /* @__PURE__ */ icon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5M12 17h.01",
);
export const CirclePlay = /* @__PURE__ */ icon(
  "M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996zM2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
);
export const CircleSlash = /* @__PURE__ */ icon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM9 15L15 9",
);
export const CircleX = /* @__PURE__ */ icon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM15 9l-6 6M9 9l6 6",
);
export const ClockOff = /* @__PURE__ */ icon(
  "M2 2l20 20M12 6v6M16.5 15.5L12 12M4.9 4.9a10 10 0 1 0 14.2 14.2M8.6 2.6A10 10 0 0 1 21.4 15.4",
);
export const CopyPlus = /* @__PURE__ */ icon(
  "M15 12L15 18M12 15L18 15M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const CornerDownLeft = /* @__PURE__ */ icon("M20 4v7a4 4 0 0 1-4 4H4M9 10l-5 5 5 5", true);
export const CornerDownRight = /* @__PURE__ */ icon("M15 10l5 5-5 5M4 4v7a4 4 0 0 0 4 4h12", true);
export const Dices = /* @__PURE__ */ icon(
  "M4 10h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM17.92 14l3.5-3.5a2.24 2.24 0 0 0 0-3l-5-4.92a2.24 2.24 0 0 0-3 0L10 6M6 18h.01M10 14h.01M15 6h.01M18 9h.01",
);
export const ExternalLink = /* @__PURE__ */ icon(
  "M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6",
);
export const FlaskConical = /* @__PURE__ */ icon(
  "M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.453 15h11.094M8.5 2h7",
);
export const ImageOff = /* @__PURE__ */ icon(
  "M2 2L22 22M10.41 10.41a2 2 0 1 1-2.83-2.83M13.5 13.5L6 21M18 12L21 15M3.59 3.59A1.99 1.99 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.55 0 1.052-.22 1.41-.59M21 15V5a2 2 0 0 0-2-2H9",
);
export const Mail = /* @__PURE__ */ icon(
  "M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z",
);
export const SlidersHorizontal = /* @__PURE__ */ icon(
  "M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3",
);
export const StickyNote = /* @__PURE__ */ icon(
  "M21 9a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 15 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2zM15 3v5a1 1 0 0 0 1 1h5",
);
