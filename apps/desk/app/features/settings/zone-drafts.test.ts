import { deliveryZonesSchema } from '@nashta/contracts/delivery/delivery-zones'
import { expect, it } from 'vitest'
import { parseNumber } from '../../data/parse-number.ts'
import { draftOf, newZone, zonesOf } from './zone-drafts.ts'

/** The terms for addresses in no zone. */
const rest = { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true }
const restDraft = draftOf({ zones: [], rest }).rest
const south = {
  name: 'South',
  pincodes: ['56', '682001'],
  states: ['29'],
  delivers: true,
  fee: 49.5,
  days: 3,
  cod: true,
  codMax: 2000,
  // Midnight. The form must not treat 0 as an empty field.
  cutOffHour: 0,
}

it('zones that are turned into form fields and back are unchanged', () => {
  const zones = { zones: [south, { ...south, name: 'Islands', delivers: false }], rest }
  expect(deliveryZonesSchema.parse(zonesOf(draftOf(zones)))).toEqual(zones)
})

it('pincodes may be separated by commas, spaces and lines', () => {
  const draft = { ...newZone('a'), name: 'South', pincodes: ' 56,682001 \n 11 ' }
  const [zone] = zonesOf({ zones: [draft], rest: restDraft }).zones
  expect(zone?.pincodes).toEqual(['56', '682001', '11'])
})

it.each([
  [{ fee: 'x' }, 'zones.0.fee'],
  [{ fee: '' }, 'zones.0.fee'],
  [{ days: '' }, 'zones.0.days'],
  [{ cutOffHour: '25' }, 'zones.0.cutOffHour'],
  [{ pincodes: '' }, 'zones.0.pincodes'],
])('a zone with %j is refused, with the error at this field', (fields, path) => {
  const draft = { ...newZone('a'), name: 'South', pincodes: '56', ...fields }
  const result = deliveryZonesSchema.safeParse(zonesOf({ zones: [draft], rest: restDraft }))
  expect(result.error?.issues[0]?.path.slice(0, 3).join('.')).toBe(path)
})

it('an empty field is not the number 0', () => {
  expect(parseNumber(' ')).toBeNaN()
  expect(parseNumber('0')).toBe(0)
})
