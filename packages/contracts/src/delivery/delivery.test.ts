import { expect, it } from 'vitest'
import { asPaise, type Paise } from '../money.ts'
import { deliveryFee } from './delivery-fee.ts'
import type { DeliveryTerms, DeliveryZones } from './delivery-zones.ts'
import { type Delivery, deliveryDate, deliveryFor } from './delivery.ts'
import { parsePincode } from './parse-pincode.ts'

const rest: DeliveryTerms = { delivers: true, fee: 80, freeFrom: 1000, days: 5, cod: true }
const zones: DeliveryZones = {
  zones: [
    { name: 'One street', pincodes: ['560001'], states: [], ...rest, delivers: false },
    { name: 'Bengaluru', pincodes: ['560', '562'], states: [], ...rest, fee: 0, days: 1, cutOffHour: 14 },
    { name: 'South', pincodes: [], states: ['29', '32'], ...rest, fee: 40, freeFrom: 500, codMax: 2000 },
    { name: 'Army', pincodes: ['9'], states: [], ...rest, fee: 99.5, freeFrom: undefined, cod: false },
  ],
  rest,
}
/** 13:59 in India, one minute before the cut-off hour. */
const EARLY = new Date('2026-01-01T08:29:00Z')
/** 14:00 in India, the cut-off hour. */
const LATE = new Date('2026-01-01T08:30:00Z')

const deliveryTo = (pincode: string, stateCode: string | null, rupees = 100) =>
  withFee(deliveryFor(zones, { pincode, stateCode }), asPaise(rupees * 100))
/** With the fee of an order whose goods cost so much. */
const withFee = ({ fees: [terms], ...delivery }: Delivery, goods: Paise) => ({
  ...delivery,
  feePaise: terms && deliveryFee(terms, goods),
})
const arrivalAt = (pincode: string, at: Date, closedDays: string[] = []) =>
  deliveryDate(deliveryTo(pincode, null).time, at, { closedDays })

it('the first zone that contains the address applies, by pincode or by state', () => {
  expect(deliveryTo('560001', '29')).toMatchObject({ serviceable: false })
  expect(deliveryTo('560002', '29')).toMatchObject({ serviceable: true, feePaise: 0 })
  expect(deliveryTo('570001', '29')).toMatchObject({ feePaise: 4000, codMaxPaise: 200_000 })
  expect(deliveryTo('682001', '32')).toMatchObject({ feePaise: 4000 })
  expect(deliveryTo('110001', '07')).toMatchObject({ feePaise: 8000, cod: true, codMaxPaise: null })
  expect(deliveryTo('900056', null)).toMatchObject({ feePaise: 9950, cod: false })
})

it('an address with an incomplete pincode is matched by its state only', () => {
  expect(deliveryTo('560', '29')).toMatchObject({ feePaise: 4000 })
  expect(deliveryTo('9', null)).toMatchObject({ feePaise: 8000 })
})

it('an address is matched by a pincode that is typed with a space', () => {
  expect(deliveryTo('560 002', null)).toMatchObject({ feePaise: 0 })
})

it.each([
  ['110001', '07', 999.99, 8000],
  ['110001', '07', 1000, 0],
  ['570001', '29', 499.99, 4000],
  ['570001', '29', 500, 0],
  ['900056', null, 100_000, 9950],
])('an order for %s in %s of ₹%d pays %d paise for delivery', (pincode, state, rupees, fee) => {
  expect(deliveryTo(pincode, state, rupees).feePaise).toBe(fee)
})

it('an order at the cut-off hour of its zone or later counts as one of the next day', () => {
  expect(arrivalAt('560002', EARLY)).toEqual(new Date('2026-01-02T08:29:00Z'))
  expect(arrivalAt('560002', LATE)).toEqual(new Date('2026-01-03T08:30:00Z'))
  // The rest of India has no cut-off hour.
  expect(arrivalAt('110001', LATE)).toEqual(new Date('2026-01-06T08:30:00Z'))
})

it.each([
  ['on a closed day counts as one of the next day', EARLY, ['2026-01-01'], '2026-01-03T08:29:00Z'],
  [
    'on a closed day after the cut-off counts as one of the next day',
    LATE,
    ['2026-01-01'],
    '2026-01-03T08:30:00Z',
  ],
  ['does not arrive on a closed day', EARLY, ['2026-01-02', '2026-01-03'], '2026-01-04T08:29:00Z'],
  ['is not delayed by later closed days', EARLY, ['2026-01-03'], '2026-01-02T08:29:00Z'],
])('an order %s', (_case, at, closedDays, arrival) => {
  expect(arrivalAt('560002', at, closedDays)).toEqual(new Date(arrival))
})

it.each([
  ['560001', '560001'],
  [' 560 001 ', '560001'],
  ['560-001', '560001'],
  ['５６０００１', '560001'],
  ['560001A', null],
  ['060001', null],
  ['5600011', null],
  ['', null],
])('the pincode in %j is %j', (text, pincode) => {
  expect(parsePincode(text)).toBe(pincode)
})

it('deliveries skip the weekly closed days and a pause', () => {
  const time = { days: 2, cutOffHour: 16 }
  const at = new Date('2026-01-02T06:30:00Z')
  const weekly = { weeklyClosedDays: ['Sunday'] as const }
  expect(deliveryDate(time, at, weekly)).toEqual(new Date('2026-01-05T06:30:00Z'))
  const paused = { ...weekly, pause: { text: 'A wedding', until: '2026-01-10' } }
  // Saturday counts as the day of the order.
  expect(deliveryDate(time, at, paused)).toEqual(new Date('2026-01-13T06:30:00Z'))
})
