"use client";

import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { CancelButton, Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field, FieldNote } from "@/components/ui/field";
import { CircleAlert } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { answerOf } from "@/components/ui/use-action";
import { type ActionResult, problemOf, type Refused } from "@/lib/core/action-result";
import { formatNumber } from "@/lib/core/format";
import { usualDigestTime } from "@/lib/messages/digest-time";
import {
  type EventType,
  eventNames,
  eventTypes,
  exampleAddresses,
  type ReceiverKind,
  usualEvents,
} from "@/lib/messages/events";
import type { Receiver } from "@/lib/messages/receivers";
import type { ReceiverInput } from "./actions";
import { DigestFields } from "./digest-fields";

interface ReceiverDialogProps<T> {
  title: string;
  kind: ReceiverKind;
  /** Without one the dialog makes a new one, in steps. */
  receiver?: Pick<Receiver, "name" | "url" | "events" | "digest">;
  /** `seen`: what the dialog showed at first. `overwrites`: also what was changed since. */
  save: (
    input: ReceiverInput,
    seen: ReceiverInput,
    overwrites: boolean,
  ) => Promise<ActionResult<T>>;
  /** What the button says that saves. */
  action: string;
  /** Of a new one: whether it is stored already, and whether only changes are left to save. */
  isStored?: boolean | undefined;
  isTested?: boolean | undefined;
  /** Why the test failed. */
  problem?: string | undefined;
  onClose: () => void;
  onSaved: (value: T) => void;
  children?: ReactNode;
}

/** The first of the numbers of clicks that a message says were reached. */
const thresholds = [100, 1_000, 10_000];

/** Asks for the name, the address and the events of a receiver. */
export function ReceiverDialog<T>(props: ReceiverDialogProps<T>) {
  const { title, kind, receiver, save, action, isStored, isTested, problem } = props;
  const { onClose, onSaved, children } = props;
  const t = useTexts("settings.messages");
  const [opened] = useState(receiver);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The dialog has said that the same was changed meanwhile: the next save overwrites that. */
  const isWarned = refused?.code === "precondition_failed";
  const { timeZone, locale } = useViewer();
  const [first] = useState(receiver?.events ?? usualEvents);
  const [hasDigest, setDigested] = useState(first.includes("digest.weekly"));
  const [digest, setDigest] = useState(receiver?.digest ?? { ...usualDigestTime, timeZone });
  const [isChanged, setChanged] = useState(false);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      ...(receiver ? { name: String(form.get("name")) } : {}),
      url: String(form.get("url")),
      events: form.getAll("events").map(String),
      ...(hasDigest ? { digest } : {}),
    };
    // What is changed before the answer comes, is not saved.
    setChanged(false);
    start(async () => {
      const result = await answerOf(save(input, { ...opened }, isWarned));
      setRefused(result.ok ? null : result);
      if (result.ok) onSaved(result.value);
      else setChanged(true);
    });
  };
  const eventsProblem = problemOf(refused, "events");
  const step = (number: number, name: string) =>
    receiver ? name : `${formatNumber(number, locale)}. ${name}`;
  const eventField = (type: EventType) => (
    <label
      key={type}
      className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 max-sm:min-h-11"
    >
      <Checkbox
        name="events"
        value={type}
        defaultChecked={first.includes(type)}
        aria-invalid={eventsProblem ? true : undefined}
        onChange={({ target }) => type === "digest.weekly" && setDigested(target.checked)}
        className="mt-0.5"
      />
      <span className="min-w-0 text-small">
        {t(`events.${eventNames[type]}`, {
          counts: `${t.list(thresholds.map((count) => formatNumber(count, locale)))} …`,
        })}
        {kind === "webhook" && <span className="mono block text-label text-secondary">{type}</span>}
      </span>
    </label>
  );
  const rest = eventTypes.filter((type) => !first.includes(type));
  return (
    <Dialog open {...{ title, onClose }} {...(isStored && { isLosing: () => isChanged })}>
      <form onSubmit={submit} onChange={() => setChanged(true)} noValidate className="contents">
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          {receiver && (
            <Field label={t("name")} error={problemOf(refused, "name")}>
              {(control) => (
                <Input
                  {...control}
                  name="name"
                  maxLength={100}
                  autoComplete="off"
                  defaultValue={receiver.name}
                />
              )}
            </Field>
          )}
          <Field
            label={step(1, t("address"))}
            hint={t(`kindHints.${kind}`)}
            error={problemOf(refused, "url")}
          >
            {(control) => (
              <Input
                {...control}
                name="url"
                autoComplete="off"
                spellCheck={false}
                placeholder={exampleAddresses[kind]}
                defaultValue={receiver?.url}
              />
            )}
          </Field>
          <fieldset aria-describedby={eventsProblem ? "events-problem" : undefined}>
            <legend className="mb-1.5 font-medium text-small">{step(2, t("eventsTitle"))}</legend>
            {eventsProblem && (
              <FieldNote id="events-problem" tone="bad" className="mb-1.5">
                <CircleAlert aria-hidden />
                {eventsProblem}
              </FieldNote>
            )}
            <div
              className={cn(
                "flex flex-col",
                eventsProblem && "rounded-control px-2 outline outline-danger",
              )}
            >
              {first.map(eventField)}
              {rest.length > 0 && (
                <details>
                  <summary className="flex min-h-9 w-fit cursor-pointer items-center text-secondary text-small hover:text-text max-sm:min-h-11">
                    {t("more", { count: rest.length })}
                  </summary>
                  {rest.map(eventField)}
                </details>
              )}
            </div>
          </fieldset>
          {hasDigest && <DigestFields {...{ digest, timeZone }} onChange={setDigest} />}
          {children}
        </div>
        <DialogFoot refused={refused} error={problem}>
          <Buttons {...{ isStored, isTested, isChanged, pending, onClose }}>
            {isTested ? action : step(3, action)}
          </Buttons>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Done as soon as nothing is left to save. */
function Buttons({
  isStored,
  isTested,
  isChanged,
  pending,
  onClose,
  children,
}: Pick<ReceiverDialogProps<unknown>, "isStored" | "isTested" | "onClose" | "children"> & {
  isChanged: boolean;
  pending: boolean;
}) {
  const t = useTexts("common");
  return (
    <>
      {isStored && !isChanged ? (
        <Button variant={isTested ? "primary" : "plain"} onClick={onClose}>
          {t("done")}
        </Button>
      ) : (
        <CancelButton onClose={onClose} />
      )}
      {(!isTested || isChanged || pending) && (
        <Button variant="primary" type="submit" pending={pending}>
          {children}
        </Button>
      )}
    </>
  );
}
