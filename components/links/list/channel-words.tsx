import { type Channel, channelName } from "@/lib/links/channel";
import { Fits, labelWidth } from "../../ui/fits";

const mostNamed = 2;

/**
 * The channels of a row behind `before`, on a line that is a container: by name where these fit,
 * else counted.
 */
export function ChannelWords({
  channels,
  before,
}: {
  channels: readonly Channel[];
  before: string;
}) {
  const names = [...new Set(channels.map(channelName))];
  if (names.length === 0) return null;
  const rest = names.length - mostNamed;
  const words = names.slice(0, mostNamed).join(", ") + (rest > 0 ? ` +${rest}` : "");
  const count = names.length === 1 ? "1 channel" : `${names.length} channels`;
  const room = (text: string) => labelWidth(`${before} · ${text}`) + 4;
  const title = `Channels: ${names.join(", ")}`;
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
