import decodeQR from "qr/decode.js";

/** Pixels across a module. */
const scale = 4;

/** Reads a QR code of half blocks, black on white, as a phone reads it off a terminal. */
export function readTerminalQr(text: string): string {
  const lines = text.trimEnd().split("\n").map(cellsOf);
  const width = lines[0]?.length ?? 0;
  const modules = lines.flatMap((cells) => [
    cells.map(({ upper }) => upper),
    cells.map(({ lower }) => lower),
  ]);
  const data = new Uint8Array(modules.length * width * scale ** 2 * 4).fill(255);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) fill(data, width * scale, x * scale, y * scale);
    });
  });
  return decodeQR({ data, width: width * scale, height: modules.length * scale });
}

function cellsOf(line: string): { upper: boolean; lower: boolean }[] {
  return [...modulesOf(line)].map((cell) => ({
    upper: "▀█".includes(cell),
    lower: "▄█".includes(cell),
  }));
}

/** The characters of a line that sets its colours and resets them; empty if it does not. */
export function modulesOf(line: string): string {
  const [before, after] = ["\x1b[38;5;16;48;5;231m", "\x1b[0m"];
  return line.startsWith(before) && line.endsWith(after)
    ? line.slice(before.length, -after.length)
    : "";
}

function fill(data: Uint8Array, width: number, left: number, top: number): void {
  for (let y = top; y < top + scale; y++)
    data.fill(0, (y * width + left) * 4, (y * width + left + scale) * 4);
}
