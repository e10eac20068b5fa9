/** `text` with the first case-insensitive match of `mark` underlined. */
export function Marked({ text, mark }: { text: string; mark: string }) {
  const wanted = mark.trim();
  const at = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-inherit underline decoration-2 decoration-accent underline-offset-3">
        {text.slice(at, at + wanted.length)}
      </mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
