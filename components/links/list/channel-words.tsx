import { useTexts } from "#texts";
import { Fits, labelWidth } from "../../ui/fits";

const mostNamed = 2;

/**
 * The channels of a row behind `before`, on a line that is a container: by name where these fit,
 * else counted.
 */
export function ChannelWords({ names, before }: { names: readonly string[]; before: string }) {
  const t = useTexts("links.row");
  if (names.length === 0) return null;
  const rest = names.length - mostNamed;
  const words = t.list(names.slice(0, mostNamed)) + (rest > 0 ? ` +${rest}` : "");
  const count = t("channelCount", { number: names.length });
  const room = (text: string) => labelWidth(`${before} · ${text}`) + 4;
  const title = t("channels", { names: t.list(names) });
  return (
    <>
      <span className="sr-only">{title}</span>
      <Fits aria-hidden title={title} from={room(words)}>
        <span className="whitespace-pre"> · {words}</span>
      </Fits>
      <Fits aria-hidden title={title} from={room(count)} to={room(words)}>
        <span className="whitespace-pre"> · {count}</span>
      </Fits>
    </>
  );
}
