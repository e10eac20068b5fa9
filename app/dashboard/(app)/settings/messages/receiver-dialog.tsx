"use client";

import { type FormEvent, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { CancelButton, Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field, FieldNote } from "@/components/ui/field";
import { CircleAlert } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { answerOf } from "@/components/ui/use-action";
import { type ActionResult, problemOf, type Refused } from "@/lib/core/action-result";
import { formatNumber } from "@/lib/core/format";
import { usualDigestTime } from "@/lib/messages/digest-time";
import {
  eventNames,
  eventTypes,
  exampleAddresses,
  receiverKinds,
  usualEvents,
} from "@/lib/messages/events";
import type { Receiver } from "@/lib/messages/receivers";
import type { ReceiverInput } from "./actions";
import { DigestFields } from "./digest-fields";
import { kindName } from "./kind-name";

interface ReceiverDialogProps<T> {
  /** Without one the dialog makes a new one. */
  receiver?: Pick<Receiver, "name" | "kind" | "url" | "events" | "digest">;
  /** `seen`: what the dialog showed at first. `overwrites`: also what was changed since. */
  save: (
    input: ReceiverInput,
    seen: ReceiverInput,
    overwrites: boolean,
  ) => Promise<ActionResult<T>>;
  onClose: () => void;
  onSaved: (value: T) => void;
}

/** The first of the numbers of clicks that a message says were reached. */
const thresholds = [100, 1_000, 10_000];

/** Asks for a receiver: its name, kind, address and events. */
export function ReceiverDialog<T>({ receiver, save, onClose, onSaved }: ReceiverDialogProps<T>) {
  const t = useTexts("settings.messages");
  const [opened] = useState(receiver);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The dialog has said that the same was changed meanwhile: the next save overwrites that. */
  const isWarned = refused?.code === "precondition_failed";
  const [kind, setKind] = useState(receiver?.kind ?? "webhook");
  const { timeZone, locale } = useViewer();
  const [hasDigest, setDigested] = useState(receiver?.events.includes("digest.weekly") ?? false);
  const [digest, setDigest] = useState(receiver?.digest ?? { ...usualDigestTime, timeZone });
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      name: String(form.get("name")),
      url: String(form.get("url")),
      events: form.getAll("events").map(String),
      ...(receiver ? {} : { kind }),
      ...(hasDigest ? { digest } : {}),
    };
    start(async () => {
      const result = await answerOf(save(input, { ...opened }, isWarned));
      if (!result.ok) return setRefused(result);
      onClose();
      onSaved(result.value);
    });
  };
  const eventsProblem = problemOf(refused, "events");
  return (
    <Dialog
      open
      onClose={onClose}
      title={receiver ? t("editTitle", { name: receiver.name }) : t("newReceiver")}
    >
      <form onSubmit={submit} noValidate className="contents">
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <Field label={t("name")} error={problemOf(refused, "name")}>
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={100}
                autoComplete="off"
                defaultValue={receiver?.name}
              />
            )}
          </Field>
          {!receiver && (
            <Field label={t("kind")} error={problemOf(refused, "kind")}>
              {(control) => (
                <Select
                  {...control}
                  value={kind}
                  onChange={({ target }) => setKind(target.value as Receiver["kind"])}
                >
                  {receiverKinds.map((each) => (
                    <option key={each} value={each}>
                      {kindName(each, t)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field
            label={t("address")}
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
            <legend className="mb-1.5 font-medium text-small">{t("eventsTitle")}</legend>
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
              {eventTypes.map((type) => (
                <label
                  key={type}
                  className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 max-sm:min-h-11"
                >
                  <Checkbox
                    name="events"
                    value={type}
                    defaultChecked={(receiver?.events ?? usualEvents).includes(type)}
                    aria-invalid={eventsProblem ? true : undefined}
                    onChange={({ target }) =>
                      type === "digest.weekly" && setDigested(target.checked)
                    }
                    className="mt-0.5"
                  />
                  <span className="min-w-0">
                    <span className="mono block text-small">{type}</span>
                    <span className="block text-label text-secondary">
                      {t(`events.${eventNames[type]}`, {
                        counts: `${t.list(thresholds.map((count) => formatNumber(count, locale)))} …`,
                      })}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {hasDigest && <DigestFields {...{ digest, timeZone }} onChange={setDigest} />}
        </div>
        <DialogFoot refused={refused}>
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" pending={pending}>
            {t(receiver ? "save" : "create")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
