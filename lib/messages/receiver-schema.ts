import { z } from "zod";
import { isDamaged, trimInvisible } from "../core/clean-text";
import { emailSchema } from "../core/email";
import { knownTimeZone } from "../core/time-zone";
import { says } from "../texts/sentence";
import { eventTypes, receiverKinds } from "./events";
import { mailboxOf } from "./mailbox";

const longestUrl = 2_048;
const text = z.string({
  error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeText")),
});
const tooLong = (most: number) => ({
  message: says("mustBeShorter", { most }),
  params: { code: "too_long" },
});

const name = text
  .overwrite((value) => value.replace(/\s+/g, " ").trim())
  .refine((value) => value !== "", { message: says("isRequired"), params: { code: "required" } })
  .refine((value) => value.length <= 100, tooLong(100))
  .refine((value) => !isDamaged(value), says("mustNotBeDamaged"))
  .meta({ description: "At most 100 characters.", examples: ["Deployments"] });

const url = text
  .overwrite(trimInvisible)
  .refine((value) => value.length <= longestUrl, tooLong(longestUrl))
  .transform((value) => (/^[^\s:/@]+@[^\s:/@]+$/.test(value) ? `mailto:${value}` : value))
  .refine(isAddress, says("mustBeReceiver"))
  .meta({
    description:
      "An http or https address on the public internet, port 80 or 443 (MESSAGE_ALLOW_HOSTS allows others); an email address for mail.",
    example: "https://hooks.example.com/slugline",
  });

function isAddress(value: string): boolean {
  if (value.startsWith("mailto:")) return emailSchema.safeParse(mailboxOf(value)).success;
  return URL.canParse(value) && /^https?:\/\//i.test(value);
}

const events = z
  .array(z.enum(eventTypes, { error: says("mustBeOneOf", { values: eventTypes.join(", ") }) }), {
    error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeEvents")),
  })
  .min(1, says("mustHaveEvents"))
  .max(100, says("mustHaveEventOnce"))
  .transform((given) => [...new Set(given)])
  .meta({
    description: "The events that it gets.",
    example: ["link.created", "link.deleted"],
  });

const enabled = z
  .boolean({ error: says("mustBeFlag") })
  .meta({ description: "Whether messages are sent. By default they are." });

const digest = z
  .object({
    day: z.int().min(1).max(7).meta({ description: "1 is Monday, 7 Sunday." }),
    hour: z.int().min(0).max(23),
    timeZone: z.string().refine((zone) => knownTimeZone(zone) !== null, says("mustBeTimeZone")),
  })
  .meta({
    description: "When `digest.weekly` is sent. By default on Mondays at 8:00 UTC.",
    example: { day: 1, hour: 8, timeZone: "Europe/Berlin" },
  });

/** Body of POST /api/webhooks. */
export const newReceiverSchema = z.object({
  name,
  kind: z
    .enum(receiverKinds, { error: says("mustBeOneOf", { values: receiverKinds.join(", ") }) })
    .meta({ examples: ["webhook"] }),
  url,
  events,
  enabled: enabled.optional(),
  digest: digest.optional(),
});

/** Body of PATCH /api/webhooks/<id>. */
export const receiverChangesSchema = newReceiverSchema.omit({ kind: true }).partial();

export type NewReceiver = z.output<typeof newReceiverSchema>;
export type ReceiverChanges = z.output<typeof receiverChangesSchema>;
