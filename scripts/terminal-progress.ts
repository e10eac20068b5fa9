import { progressText, type ReportRows } from "../lib/backup/row-progress";

/**
 * Says how far a long command is: on a terminal in one line, else in a line now and then. `stop`
 * leaves the line to what is said next.
 */
export function terminalProgress(): { report: ReportRows; stop: () => void } {
  const { stderr } = process;
  const pauseMs = stderr.isTTY ? 500 : 10_000;
  const from = performance.now();
  let saidAt = from;
  let isOpen = false;
  return {
    report: (progress) => {
      const now = performance.now();
      if (now - saidAt < pauseMs) return;
      saidAt = now;
      isOpen = stderr.isTTY;
      const text = progressText(progress, (now - from) / 1_000);
      stderr.write(isOpen ? `\r\x1b[K${text}` : `${text}\n`);
    },
    stop: () => {
      if (isOpen) stderr.write("\r\x1b[K");
      isOpen = false;
    },
  };
}
