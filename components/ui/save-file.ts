/** Saves a file that was made in the browser. */
export function saveFile(blob: Blob, name: string): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
