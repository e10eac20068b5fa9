"use client";

import type { RefObject } from "react";
import { useTexts } from "#texts";
import { Copy, Download } from "@/components/ui/icons";
import type { Texts } from "@/lib/texts/translator";
import { MenuItem, MenuPopup, MenuRoot } from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { saveFile } from "../../ui/save-file";
import { showToast } from "../../ui/toast";

/** The chart as a picture: saved as PNG or SVG, or copied. */
export default function ChartPictures({
  title,
  chart,
  anchor,
  onClose,
}: { title: string; chart: RefObject<HTMLElement | null> } & MenuState) {
  const t = useTexts("stats.chart");
  const common = useTexts("common");
  const picture = () => drawPicture(chart.current, title, t);
  const name = title.toLowerCase().replaceAll(" ", "-");
  const report = (work: Promise<unknown>, success?: string) =>
    void work.then(
      () => success && showToast(success),
      (error: Error) => showToast(error.message, { failed: true }),
    );
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        <MenuItem
          onClick={() => report(toPng(picture(), t).then((png) => saveFile(png, `${name}.png`)))}
        >
          <Download aria-hidden /> {t("savePng")}
        </MenuItem>
        <MenuItem
          onClick={() =>
            saveFile(new Blob([picture().svg], { type: "image/svg+xml" }), `${name}.svg`)
          }
        >
          <Download aria-hidden /> {t("saveSvg")}
        </MenuItem>
        <MenuItem onClick={() => report(copyPng(picture(), t), common("copied"))}>
          <Copy aria-hidden /> {t("copyImage")}
        </MenuItem>
      </MenuPopup>
    </MenuRoot>
  );
}

interface Picture {
  svg: string;
  width: number;
  height: number;
}

const pad = 20;
const head = 34;
/** Styles that the page sets by class or variable, which a file of its own does not have. */
const styles = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stop-color",
  "stop-opacity",
  "font-size",
];

/**
 * The drawn chart with its title and the colours of the theme in use, as an SVG that needs nothing
 * else.
 */
function drawPicture(
  container: HTMLElement | null,
  title: string,
  t: Texts<"stats.chart">,
): Picture {
  const drawn = container?.querySelector<SVGSVGElement>("svg.recharts-surface");
  if (!drawn) throw new Error(t("notThereYet"));
  const { width, height } = drawn.getBoundingClientRect();
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll("*");
  drawn.querySelectorAll("*").forEach((element, index) => {
    const computed = getComputedStyle(element);
    for (const name of styles) copies[index]?.setAttribute(name, computed.getPropertyValue(name));
    for (const name of ["class", "style", "tabindex"]) copies[index]?.removeAttribute(name);
  });
  const page = getComputedStyle(container as HTMLElement);
  const { backgroundColor } = getComputedStyle(container?.closest("section") ?? document.body);
  const [w, h] = [Math.ceil(width) + 2 * pad, Math.ceil(height) + 2 * pad + head];
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  text.textContent = title;
  for (const [name, value] of Object.entries({
    x: pad,
    y: pad + 14,
    fill: page.color,
    "font-size": "15px",
    "font-weight": 600,
  })) {
    text.setAttribute(name, String(value));
  }
  const inner = new XMLSerializer()
    .serializeToString(copy)
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="Geist, system-ui, sans-serif"><rect width="${w}" height="${h}" fill="${backgroundColor}"/>${new XMLSerializer().serializeToString(text)}<g transform="translate(${pad} ${pad + head})">${inner}</g></svg>`;
  return { svg, width: w, height: h };
}

/** Twice the size on screen, for sharp text. */
async function toPng({ svg, width, height }: Picture, t: Texts<"stats.chart">): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width * 2, height * 2);
  const context = canvas.getContext("2d");
  if (!context) throw new Error(t("noPng"));
  context.drawImage(image, 0, 0, width * 2, height * 2);
  return canvas.convertToBlob({ type: "image/png" });
}

async function copyPng(picture: Picture, t: Texts<"stats.chart">): Promise<void> {
  // Safari accepts only a promise that is made during the press.
  await navigator.clipboard
    .write([new ClipboardItem({ "image/png": toPng(picture, t) })])
    .catch(() => {
      throw new Error(t("noCopying"));
    });
}
