"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { type Channel, channelPresets, noChannel } from "@/lib/links/channel";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { useAnswer } from "../link-queries";
import { ChannelFields } from "../share/channel-fields";
import { PlaceSign } from "../share/place-sign";
import { FoldedPart } from "./folded-part";
import { placesOf, type Sharing } from "./sharing";

const isSame = (a: Channel, b: Channel) => a.source === b.source && a.medium === b.medium;

/** Asks where the link will be shared. Open from the start if the kept draft has places. */
export function SharedAt({ sharing, onChange }: { sharing: Sharing; onChange: (sharing: Sharing) => void }) {
  const count = placesOf(sharing).length;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <FoldedPart
      title="Where will you share it?"
      summary={count === 0 ? "optional" : count === 1 ? "1 place" : `${count} places`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <PlacePicker sharing={sharing} onChange={onChange} />
    </FoldedPart>
  );
}

/** Where a new link will be shared: presets to tick, and places of one's own. */
function PlacePicker({ sharing, onChange }: { sharing: Sharing; onChange: (sharing: Sharing) => void }) {
  const { answer: used } = useAnswer("tags", {});
  const { places, other } = sharing;
  const own = places
    .filter((place) => !channelPresets.some((preset) => isSame(preset, place)))
    .map((place) => ({ ...place, name: place.source || place.medium }));
  const toggle = ({ source, medium }: Channel, isOn: boolean) => {
    const rest = places.filter((place) => !isSame(place, { ...noChannel, source, medium }));
    onChange({ ...sharing, places: isOn ? [...rest, { ...noChannel, source, medium }] : rest });
  };
  const addOther = () => onChange({ places: [...places, { ...other, campaign: "" }], other: { ...noChannel, campaign: other.campaign } });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Places where the link will be shared</legend>
      <div className="grid grid-cols-2 gap-2">
        {[...channelPresets, ...own].map((place) => (
          <label
            key={`${place.source} / ${place.medium}`}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control border border-hairline px-2.5 has-[:checked]:border-accent-line has-[:checked]:bg-chosen"
          >
            <Checkbox checked={places.some((chosen) => isSame(chosen, place))} onChange={(event) => toggle(place, event.target.checked)} />
            <span className="max-sm:hidden">
              <PlaceSign source={place.source} />
            </span>
            <span className="min-w-0 truncate">{place.name}</span>
          </label>
        ))}
      </div>
      <p className="text-label text-secondary">Another place. The campaign is added to all of them.</p>
      <ChannelFields channel={other} used={used} onChange={(next) => onChange({ ...sharing, other: next })} />
      <Button size="small" className="self-start max-sm:min-h-11" disabled={!other.source.trim() && !other.medium.trim()} onClick={addOther}>
        <Plus aria-hidden className="size-3.5" />
        Add another
      </Button>
    </fieldset>
  );
}
