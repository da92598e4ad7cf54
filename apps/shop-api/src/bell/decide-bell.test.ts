import { expect, it } from 'vitest'
import {
  type BellEvent,
  type BellState,
  decideBell,
  defaultChoices,
  isQuiet,
  type Listener,
} from './decide-bell.ts'

/** Noon in India. */
const NOON = new Date('2026-01-05T06:30:00Z')
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)

/** An hour of the day in India. */
const hourIn = (hour: number) => new Date(Date.UTC(2026, 0, 4, 18, 30) + hour * 3_600_000)

const order = (id: string): BellEvent => ({
  kind: 'order',
  id,
  text: `New order ${id}`,
  path: `/orders/${id}`,
})
const low = (id: string): BellEvent => ({
  kind: 'stock',
  id,
  text: `${id} runs low`,
  path: `/products/${id}`,
})

function aListener(fields: Partial<Listener> = {}): Listener {
  const groups = fields.groups ?? ['admin']
  return {
    sub: 'boss',
    email: 'boss@example.in',
    groups,
    choices: defaultChoices(groups),
    lookedAt: NOON.toISOString(),
    waiting: [],
    daily: [],
    summaryOn: '',
    ...fields,
  }
}
const stateOf = (...listeners: Listener[]): BellState => ({ rung: {}, remindedOf: '', listeners })
const told = ({ mails }: ReturnType<typeof decideBell>) =>
  mails.map(({ sub, kind, events }) => `${sub} ${kind}: ${events.map(({ id }) => id).join(' ')}`)

it('what is new is told once, in one mail', () => {
  const first = decideBell(stateOf(aListener()), [order('a'), order('b')], NOON)
  expect(told(first)).toEqual(['boss now: a b'])
  expect(told(decideBell(first.state, [order('a'), order('c')], after(1)))).toEqual(['boss now: c'])
})

it('the first run of a shop tells nothing of what is there already', () => {
  const state = { ...stateOf(aListener()), rung: null }
  const first = decideBell(state, [order('a')], NOON)
  expect(told(first)).toEqual([])
  expect(told(decideBell(first.state, [order('a'), order('b')], NOON))).toEqual(['boss now: b'])
})

it('nobody is woken: what is new in the quiet hours waits for their end', () => {
  // 11 at night, 3 and 7 in the morning in India.
  const night = decideBell(stateOf(aListener()), [order('a')], after(11))
  const later = decideBell(night.state, [order('a'), order('b')], after(15))
  const morning = decideBell(later.state, [order('a'), order('b')], after(19))
  expect([night, later, morning].map(told)).toEqual([[], [], ['boss now: a b']])
  expect(told(decideBell(morning.state, [order('a'), order('b')], after(20)))).toEqual([])
})

it('a daily summary leaves once a day from nine in the morning', () => {
  const first = decideBell(stateOf(aListener()), [low('laddoo')], NOON)
  expect(told(first)).toEqual(['boss daily: laddoo'])
  const second = decideBell(first.state, [low('laddoo'), low('barfi')], after(1))
  expect(told(second)).toEqual([])
  // 8 and 9 on the next morning.
  const early = decideBell(second.state, [low('laddoo'), low('barfi')], after(20))
  const nine = decideBell(early.state, [low('laddoo'), low('barfi')], after(21))
  expect([early, nine].map(told)).toEqual([[], ['boss daily: barfi']])
})

it('a product that was refilled and runs low again is told again, an order is not', () => {
  const first = decideBell(stateOf(aListener()), [low('laddoo'), order('a')], NOON)
  const between = decideBell(first.state, [], after(1))
  const again = decideBell(between.state, [low('laddoo'), order('a')], after(23.5))
  expect(told(again)).toEqual(['boss daily: laddoo'])
})

it('a packer hears of orders and stock alone, and of nothing without having chosen', () => {
  const problem: BellEvent = { kind: 'problem', id: 'a', text: 'A problem with order a', path: '/orders/a' }
  const everything = {
    order: 'mail',
    paid: 'mail',
    complaint: 'mail',
    problem: 'mail',
    stock: 'mail',
  } as const
  const packer = aListener({
    sub: 'packer',
    groups: ['packer'],
    choices: { ways: everything, quietFrom: 0, quietUntil: 0 },
  })
  expect(told(decideBell(stateOf(packer), [order('a'), problem], NOON))).toEqual(['packer now: a'])
  const silent = aListener({ sub: 'packer', groups: ['packer'] })
  expect(told(decideBell(stateOf(silent), [order('a'), problem], NOON))).toEqual([])
  expect(told(decideBell(stateOf(aListener({ groups: [] })), [order('a')], NOON))).toEqual([])
})

it('when nobody has looked for a day, the operators are told once more, until somebody looks', () => {
  const state = { ...stateOf(aListener()), rung: { order: ['a'] } }
  expect(told(decideBell(state, [order('a')], after(23)))).toEqual([])
  const unseen = decideBell(state, [order('a')], after(25))
  expect(told(unseen)).toEqual(['boss unseen: a'])
  expect(told(decideBell(unseen.state, [order('a')], after(26)))).toEqual([])
  const looked = { ...unseen.state, listeners: [aListener({ lookedAt: after(27).toISOString() })] }
  expect(told(decideBell(looked, [order('a')], after(51)))).toEqual(['boss unseen: a'])
  expect(told(decideBell(state, [], after(25)))).toEqual([])
})

it.each([
  [22, 7, [22, 23, 0, 6], [7, 12, 21]],
  [1, 5, [1, 4], [0, 5, 12]],
  [0, 0, [], [0, 12, 23]],
])('the hours from %d to %d are quiet', (quietFrom, quietUntil, quiet, loud) => {
  const choices = { ...defaultChoices(['admin']), quietFrom, quietUntil }
  expect(quiet.filter((hour) => !isQuiet(choices, hourIn(hour)))).toEqual([])
  expect(loud.filter((hour) => isQuiet(choices, hourIn(hour)))).toEqual([])
})

it('what is told by push is not mailed, and “both” is told both ways', () => {
  const choices = defaultChoices(['admin'])
  const ways = { ...choices.ways, order: 'push', stock: 'both' } as const
  const listener = aListener({ choices: { ...choices, ways } })
  const result = decideBell(stateOf(listener), [order('a'), low('chips')], NOON)
  expect(told(result)).toEqual(['boss now: chips'])
  expect(result.pushes.map(({ sub, events }) => [sub, events.map(({ id }) => id)])).toEqual([
    ['boss', ['a', 'chips']],
  ])
  expect(decideBell(result.state, [order('a'), low('chips')], after(1)).pushes).toEqual([])
})

it('an operator without an address is pushed, and a mail waits for an address', () => {
  const choices = defaultChoices(['admin'])
  const ways = { ...choices.ways, order: 'both' } as const
  const result = decideBell(
    stateOf(aListener({ email: null, choices: { ...choices, ways } })),
    [order('a')],
    NOON,
  )
  expect(result.mails).toEqual([])
  expect(result.pushes).toHaveLength(1)
  expect(result.state.listeners[0]?.waiting.map(({ id }) => id)).toEqual(['a'])
})
