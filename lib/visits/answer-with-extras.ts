import { counts } from "../config/counts";
import { originOf } from "../config/env";
import { log } from "../config/log";
import type { Countdown } from "../core/deadline";
import { isWebAddress } from "../core/destination";
import { forwardQuery } from "../core/forward-query";
import { isTooManyRequests } from "../limits/too-many-requests";
import { type LinkState, linkState } from "../links/link-state";
import type { FormProblem } from "../pages/link-pages";
import { knownSalt, saltOf } from "../salts/daily-salt";
import { answerWithPage, isRedirected } from "./answer-with-page";
import { chooseAddress } from "./choose-address";
import { classifyVisitor, type VisitorClass } from "./describe/classify-visitor";
import { readReferrer } from "./describe/referrer";
import type { Target } from "./find-targets";
import { findVisited } from "./ignore-case";
import { isUsedUp, visitDeadline } from "./limits/click-limits";
import { entryCookie, isAdmitted, isFromElsewhere, isRightPassword } from "./link-admission";
import { ownPart } from "./own-part";
import { clickOf, countRecorded, ownHost, recordVisit } from "./record-visit";
import { leadsInLoop } from "./redirect-loop";
import { isAllowed, lookOfVisit, refuseFailed, refuseForm, refuseLink } from "./refuse-visit";
import * as replies from "./replies";
import type { Reply, Visit } from "./visit";
import { visitRecorder } from "./visit-recorder";

/**
 * Answers a visit to a link that is not plain: one that begins, ends, asks for a password, passes
 * on the query or leads to a further host. Never throws.
 */
export async function answerWithExtras(
  visit: Visit,
  target: Target,
  isAgain = false,
): Promise<Reply> {
  const until = visitDeadline();
  try {
    return await answerWithin(until, visit, target, isAgain);
  } finally {
    until.stop();
  }
}

async function answerWithin(
  until: Countdown,
  visit: Visit,
  target: Target,
  isAgain: boolean,
): Promise<Reply> {
  const visitor = classifyVisitor(visit);
  let isStoring = false;
  try {
    const state = await stateOf(target, visit.at, until);
    if ((state !== "active" && state !== "protected") || !isAllowed(target.url))
      return refused(visit, target, state);
    if (state === "active" && visit.readForm) return refuseForm(visit, target);
    const entry =
      state === "protected"
        ? await checkPassword(visit, target, { visitor, until, isAgain })
        : { visit, headers: {} };
    if ("reply" in entry) return entry.reply;
    isStoring = true;
    // Checking a password takes a time of its own.
    if (visit.readForm) until.restart();
    const { destination, url } = chooseAddress(visit, target);
    if (ownPart().config.DOMAINS.size > 0 && (await leadsInLoop(visit, target, url)))
      return refused(visit, target, "disabled");
    if (!(await recordWithinLimit(entry.visit, target, { visitor, until, destination })))
      return refused(visit, target, "usedUp");
    if (!isRedirected(visitor, target)) return await answerWithPage(visit, target, visitor);
    return redirect(visit, { ...target, url }, entry.headers);
  } catch (error) {
    return refuseFailed(visit, isStoring ? visitor : null, error);
  }
}

/**
 * Whether clicks are left is settled when the click is stored, and here only for what comes behind
 * it in the order of states.
 */
async function stateOf(target: Target, now: Date, until: Countdown): Promise<LinkState> {
  const state = linkState(
    { ...target, clickCount: target.isUsedUp ? Number.POSITIVE_INFINITY : 0 },
    now,
  );
  return state === "scheduled" && (await wasUsedUp(target, until)) ? "usedUp" : state;
}

/** For how long an answer holds. Before its start a link gets no clicks that could change it. */
const stillMs = 1_000;

/**
 * Whether a link that has not started is used up. Without the database it is answered like an
 * unknown one.
 */
async function wasUsedUp(target: Target, until: Countdown): Promise<boolean> {
  if (target.leftSeenAt !== undefined && performance.now() - target.leftSeenAt < stillMs)
    return false;
  const isOver = await isUsedUp(target, until).catch(() => false);
  if (!isOver) target.leftSeenAt = performance.now();
  return isOver;
}

/** A form that comes too early is answered like one for an unknown slug. */
function refused(visit: Visit, target: Target, state: LinkState): Reply {
  const isOver = state === "expired" || state === "usedUp";
  return visit.readForm && !isOver ? refuseForm(visit, target) : refuseLink(visit, target, state);
}

interface Recording {
  visitor: VisitorClass;
  until: Countdown;
  destination: string;
}

/** Stores the visit. False, and nothing is stored, if the link has no clicks left. */
async function recordWithinLimit(
  visit: Visit,
  target: Target,
  { visitor, until, destination }: Recording,
): Promise<boolean> {
  if (visitor.uncounted && (await isUsedUp(target, until))) return false;
  if (visitor.uncounted || target.maxClicks === null)
    await recordVisit(visit, visitor, target, destination);
  else {
    if (!(await storeLimited(visit, target, { until, destination }))) {
      target.isUsedUp = true;
      return false;
    }
  }
  countRecorded(visitor);
  return true;
}

/** Counts the click as received unless it comes too late, when the link is over. */
async function storeLimited(
  visit: Visit,
  target: Target,
  { until, destination }: Pick<Recording, "until" | "destination">,
): Promise<boolean> {
  let isReceived = true;
  try {
    const salt = knownSalt(visit.at) ?? (await saltOf(visit.at));
    const click = clickOf(visit, target, salt, destination);
    isReceived = await visitRecorder().recordLimitedClick(click, until);
    return isReceived;
  } finally {
    if (isReceived) counts().clicks.received++;
  }
}

function redirect(visit: Visit, target: Target, headers: Record<string, string>): Reply {
  // In a mailto: address or an app's, parameters are the message or a command, which are the
  // owner's alone.
  const isForwarded = target.forwardQuery && isWebAddress(target.url);
  const url = isForwarded
    ? forwardQuery(target.url, visit.query, { withTags: target.forwardUtm })
    : target.url;
  const reply = replies.redirect(url);
  // 303 makes a GET of what follows a form (RFC 9110, 15.4.4).
  return visit.readForm
    ? { ...reply, status: 303, headers: { ...reply.headers, ...headers } }
    : reply;
}

interface PasswordCheck {
  visitor: VisitorClass;
  until: Countdown;
  /** The link was looked up again after its password was checked. */
  isAgain: boolean;
}

/** A visitor who may pass, with what the redirect sets; or the reply for one who may not. */
type Admission = { visit: Visit; headers: Record<string, string> } | { reply: Reply };

async function checkPassword(
  visit: Visit,
  target: Target,
  { visitor, until, isAgain }: PasswordCheck,
): Promise<Admission> {
  if (!visit.readForm && (await isAdmitted(visit, target))) return { visit, headers: {} };
  if (await isUsedUp(target, until)) return { reply: refused(visit, target, "usedUp") };
  if (visit.readForm) return checkPasswordForm(visit, target, isAgain);
  if (visitor.uncounted) {
    await recordVisit(visit, visitor, target);
    countRecorded(visitor);
  }
  return { reply: askPassword(visit, visit.header("referer")) };
}

async function checkPasswordForm(
  visit: Visit,
  target: Target,
  isAgain: boolean,
): Promise<Admission> {
  const form = (await visit.readForm?.()) ?? null;
  const referrer = form?.get("referrer") ?? "";
  const again = (problem: FormProblem): Admission => ({
    reply: askPassword(visit, `https://${referrer}/`, problem),
  });
  const isForeign = isFromElsewhere(visit);
  if (isForeign)
    log().warn(
      "a form with a link's password was refused: its Origin is neither that of the short link nor the requested host",
    );
  if (form === null || isForeign) return again({ text: "unreadableForm" });
  try {
    if (!(await isRightPassword(form.get("password") ?? "", target, visit)))
      return again({ text: "wrongPassword" });
  } catch (error) {
    if (!isTooManyRequests(error)) throw error;
    return again({
      text: error.isBusy ? "busy" : "tooManyGuesses",
      retryAfterS: error.retryAfterS,
    });
  }
  // Where the visitor came from, before the form.
  const header = (name: string) =>
    name === "referer" ? (referrer ? `https://${referrer}/` : null) : visit.header(name);
  const entered = { ...visit, header, at: new Date(), readForm: async () => form };
  const changed = isAgain ? null : await answerChanged(entered, target);
  return changed
    ? { reply: changed }
    : { visit: entered, headers: await entryHeaders(target, entered) };
}

/** Cookies are for the host of BASE_URL alone. */
async function entryHeaders(target: Target, visit: Visit): Promise<Record<string, string>> {
  return visit.domain === null ? { "Set-Cookie": await entryCookie(target, visit) } : {};
}

/**
 * A form may take half a minute, and its password a turn. The answer for the link as it is by then;
 * null if it has not changed.
 */
async function answerChanged(visit: Visit, target: Target): Promise<Reply | null> {
  const current = await findVisited(visit.slug);
  if (current === null) return refuseForm(visit, null);
  const isSame = current === target && linkState(target, visit.at) === "protected";
  return isSame ? null : answerWithExtras(visit, current, true);
}

/** Asks at the path that the visitor took, which may be an alias. `referer`: what led there. */
function askPassword(
  visit: Visit,
  referer: string | null,
  problem: FormProblem | null = null,
): Reply {
  const asked = { referrer: readReferrer(referer, ownHost(), ownPart().config.DOMAINS), problem };
  return replies.askPassword(visit.slug, originOf(visit.domain), asked, lookOfVisit(visit));
}
