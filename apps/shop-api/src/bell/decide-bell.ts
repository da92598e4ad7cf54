import {
  audibleEvents,
  type BellChoices,
  type BellEventKind,
  type BellWay,
  BELL_EVENT_KINDS,
} from '@nashta/contracts/bell/bell'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'

/** Something that operators are told of. Its text names no money and no person. */
export type BellEvent = {
  kind: BellEventKind
  /** Identifies what happened, such as the id of an order. */
  id: string
  text: string
  /** The page at the desk. */
  path: string
}

/** An operator, since the first visit to the desk. */
export type Listener = {
  sub: string
  email: string | null
  groups: readonly string[]
  choices: BellChoices
  /** When the operator was last seen at the desk. */
  lookedAt: string
  /** Events that wait for the end of the quiet hours, and those of the daily summary. */
  waiting: readonly BellEvent[]
  daily: readonly BellEvent[]
  /** The day of the last daily summary. */
  summaryOn: string
}

export type BellState = {
  /** The ids of the events that operators were told of, by kind. Null before the first run. */
  rung: Partial<Record<BellEventKind, readonly string[]>> | null
  /** The last visit to the desk before the last reminder. There is at most one reminder after each visit. */
  remindedOf: string
  listeners: readonly Listener[]
}

export const SILENT_BELL: BellState = { rung: null, remindedOf: '', listeners: [] }

export type BellMail = {
  to: string
  sub: string
  kind: 'now' | 'daily' | 'unseen'
  events: readonly BellEvent[]
}

/** Events for all devices of an operator. */
export type BellPush = { sub: string; events: readonly BellEvent[] }

/** The daily summary leaves at this hour in Indian time, or at the end of later quiet hours. */
const SUMMARY_HOUR = 9
const UNSEEN_MS = 24 * 60 * 60 * 1000
/** Stored ids of each kind. One run finds fewer events of a kind (see `bell.ts`), so none rings twice. */
const RUNG_MAX = 1500
const WAITING_MAX = 100

/** Until an operator chooses, packers are told nothing. Others get a mail at once, and about stock once a day. */
export function defaultChoices(groups: readonly string[]): BellChoices {
  const isPacker = !groups.includes('admin') && !groups.includes('manager')
  const now = isPacker ? 'none' : 'mail'
  const ways = {
    order: now,
    paid: now,
    complaint: now,
    problem: now,
    stock: isPacker ? 'none' : 'daily',
  } as const
  return { ways, quietFrom: 22, quietUntil: 7 }
}

const BY_MAIL: readonly BellWay[] = ['mail', 'both']
const BY_PUSH: readonly BellWay[] = ['push', 'both']
const AT_ONCE: readonly BellWay[] = [...BY_MAIL, ...BY_PUSH]

/**
 * Decides which operators are told. `current` is everything that waits in the shop. An event that
 * has not rung before is new. A shop's first run tells nothing, and only stores the events.
 */
export function decideBell(
  state: BellState,
  current: readonly BellEvent[],
  now: Date,
): { state: BellState; mails: BellMail[]; pushes: BellPush[] } {
  const { rung } = state
  const isNew = ({ kind, id }: BellEvent) => !(rung?.[kind] ?? []).includes(id)
  const fresh = rung ? current.filter(isNew) : []
  const mails: BellMail[] = []
  const pushes: BellPush[] = []
  const told = state.listeners.map((listener) => tell(listener, fresh, now, { mails, pushes }))
  const unseen = findUnseen(state, current, now)
  if (unseen !== null) mails.push(...unseen.mails)
  return {
    mails,
    pushes,
    state: {
      rung: Object.fromEntries(
        BELL_EVENT_KINDS.map((kind) => [kind, rungIds(rung?.[kind] ?? [], current, kind)]),
      ),
      remindedOf: unseen?.lastVisit ?? state.remindedOf,
      listeners: told,
    },
  }
}

/**
 * The ids to store as rung. Ids of products that are no longer low are dropped, because they may run
 * low again. Of other kinds, the latest ids stay.
 */
function rungIds(before: readonly string[], current: readonly BellEvent[], kind: BellEventKind) {
  const now = current.filter((event) => event.kind === kind).map(({ id }) => id)
  if (kind === 'stock') return now
  return [...before.filter((id) => !now.includes(id)), ...now].slice(-RUNG_MAX)
}

/** Adds the mails and messages of one operator to `out`. Returns the operator with the events that still wait. */
function tell(
  listener: Listener,
  fresh: readonly BellEvent[],
  now: Date,
  out: { mails: BellMail[]; pushes: BellPush[] },
): Listener {
  const { sub, email, groups, choices } = listener
  const audible = audibleEvents(groups)
  const toldBy = (ways: readonly BellWay[], events: readonly BellEvent[]) =>
    events.filter(({ kind }) => audible.includes(kind) && ways.includes(choices.ways[kind]))
  const waiting = [...listener.waiting, ...toldBy(AT_ONCE, fresh)].slice(-WAITING_MAX)
  const daily = [...listener.daily, ...toldBy(['daily'], fresh)].slice(-WAITING_MAX)
  if (isQuiet(choices, now)) return { ...listener, waiting, daily }

  const pushed = toldBy(BY_PUSH, waiting)
  if (pushed.length > 0) out.pushes.push({ sub, events: pushed })
  const mailed = toldBy(BY_MAIL, waiting)
  // Without an address, mails wait: the account may get one.
  if (email === null) return { ...listener, waiting: mailed, daily }
  if (mailed.length > 0) out.mails.push({ to: email, sub, kind: 'now', events: mailed })
  const today = calendarDay(now)
  const isSummaryDue = daily.length > 0 && listener.summaryOn < today && hourOfDay(now) >= SUMMARY_HOUR
  if (!isSummaryDue) return { ...listener, waiting: [], daily }
  out.mails.push({ to: email, sub, kind: 'daily', events: daily })
  return { ...listener, waiting: [], daily: [], summaryOn: today }
}

/** The reminders to all operators when work waits and none of them has looked at the desk for a day. */
function findUnseen({ listeners, remindedOf }: BellState, current: readonly BellEvent[], now: Date) {
  const last = listeners.reduce((latest, { lookedAt }) => (lookedAt > latest ? lookedAt : latest), '')
  const isOld = last !== '' && now.getTime() - Date.parse(last) >= UNSEEN_MS
  if (!isOld || last <= remindedOf || current.length === 0) return null
  const mails = listeners.flatMap(({ sub, email, groups, choices }): BellMail[] => {
    const events = current.filter(({ kind }) => audibleEvents(groups).includes(kind)).slice(0, WAITING_MAX)
    const isTold = email !== null && events.length > 0 && !isQuiet(choices, now)
    return isTold ? [{ to: email, sub, kind: 'unseen', events }] : []
  })
  // If all operators have quiet hours, the reminder waits.
  return mails.length > 0 ? { lastVisit: last, mails } : null
}

/** Whether the hour in Indian time is a quiet one. Quiet hours may go over midnight. */
export function isQuiet({ quietFrom, quietUntil }: BellChoices, now: Date): boolean {
  const hour = hourOfDay(now)
  if (quietFrom <= quietUntil) return quietFrom <= hour && hour < quietUntil
  return hour >= quietFrom || hour < quietUntil
}
