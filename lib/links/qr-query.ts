import { z } from "zod";
import { refusedField } from "../core/errors";
import { wholeNumber } from "../core/whole-number";
import { says } from "../texts/sentence";
import type { Channel } from "./channel";
import { channelTag } from "./channel-schema";
import {
  colourFault,
  leastContrast,
  plainQr,
  type QrDesign,
  type QrLevel,
  qrLevels,
  qrMatrixIfFits,
} from "./qr";

const levels = new Map(
  (Object.keys(qrLevels) as QrLevel[]).flatMap((level) => [
    [level, level] as const,
    [level.charAt(0), level] as const,
  ]),
);
const mostPixels = 4_096;
const mostMargin = 40;

const tag = channelTag
  .meta({ description: "A campaign tag of the short link in the code.", example: "poster" })
  .default("");

/** Query of GET /api/links/<slug>/qr. `size` is in pixels, `margin` in modules. */
export const qrQuerySchema = z.object({
  format: z
    .enum(["svg", "png"], { error: says("mustBeSvgOrPng") })
    .meta({
      description: "Without it SVG, or text for a terminal if `Accept` ranks `text/plain` higher.",
    })
    .optional(),
  size: wholeNumber(
    1,
    "Width and height in pixels; 8 for each module by default.",
    mostPixels,
  ).optional(),
  margin: wholeNumber(0, "In modules; 4 by default, as the standard asks for.", mostMargin).default(
    plainQr.quietZone,
  ),
  color: z
    .string()
    .regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, says("mustBeColor"))
    .transform((text) => {
      const digits = text.replace("#", "").toLowerCase();
      return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
    })
    .meta({
      description:
        "Of the modules, in hexadecimal digits. Its contrast to white must be at least 3:1.",
      example: "003366",
    })
    .default(plainQr.ink),
  level: z
    .string()
    .transform((text, context) => {
      const level = levels.get(text.toLowerCase());
      if (level) return level;
      context.addIssue(says("mustBeQrLevel"));
      return z.NEVER;
    })
    .meta({ description: "Error correction.", enum: [...levels.keys()] })
    .default(plainQr.level),
  utm_source: tag,
  utm_medium: tag,
  utm_campaign: tag,
});

type QrQuery = z.output<typeof qrQuerySchema>;

export function channelOf({ utm_source, utm_medium, utm_campaign }: QrQuery): Channel {
  return { source: utm_source, medium: utm_medium, campaign: utm_campaign };
}

/** Throws `validation_failed` for a color that scanners cannot read. */
export function designOf({ margin, color, level }: QrQuery): QrDesign {
  const design: QrDesign = { ...plainQr, ink: color, level, quietZone: margin };
  const fault = colourFault(design);
  if (fault === "inverted") throw refusedField("color", "qrInverted");
  if (fault !== null)
    throw refusedField("color", "qrContrast", { contrast: fault, least: leastContrast });
  return design;
}

/**
 * Throws `validation_failed` if the text does not fit into a code of this level, or the code not
 * into this size.
 */
export function fittingMatrix(
  text: string,
  design: QrDesign,
  size = Number.POSITIVE_INFINITY,
): boolean[][] {
  const matrix = qrMatrixIfFits(text, design);
  if (matrix === null) throw refusedField("level", "qrTooLong");
  if (matrix.length > size) throw refusedField("size", "qrTooSmall", { least: matrix.length });
  return matrix;
}
