import { hash } from 'node:crypto'
import { isStateCode } from '@nashta/contracts/gst-states'
import { expect, it } from 'vitest'
import { decodePincodes, encodePincodes, loadPincodeTable } from './pincode-table.ts'

/** The hash of the table's source, a CSV file of 480 kB that is not part of the repository. */
const SOURCE_SHA256 = 'd75c966381604f37dfc724f71e63a22c5d79270f57f3657403e323e3037cdd9b'

const table = loadPincodeTable()
const rows = table.rows()

it('the table has every row of its source, in the same order', () => {
  const lines = rows.map(({ pincode, district, stateCode }) => `${pincode},${district},${stateCode}\n`)
  expect(hash('sha256', `pincode,district,state\n${lines.join('')}`)).toBe(SOURCE_SHA256)
  expect(rows).toHaveLength(19_190)
})

it('31 of the 19,159 pincodes have a place in two states, and the others have one place', () => {
  const pincodes = new Set(rows.map(({ pincode }) => pincode))
  const counts = Map.groupBy(pincodes, (pincode) => table.placesOf(String(pincode)).length)
  expect([...counts].map(([placeCount, withCount]) => [placeCount, withCount.length])).toEqual([
    [1, 19_128],
    [2, 31],
  ])
})

it('every state code of the table is a GST code', () => {
  expect(rows.every(({ stateCode }) => isStateCode(stateCode))).toBe(true)
})

it('a pincode has its district, and one in two states has a district in each', () => {
  expect(table.placesOf('560001')).toEqual([{ district: 'Bangalore', stateCode: '29' }])
  expect(table.placesOf('194101')).toEqual([{ district: 'Leh', stateCode: '38' }])
  expect(table.placesOf('605105')).toEqual([
    { district: 'Villupuram', stateCode: '33' },
    { district: 'Pondicherry', stateCode: '34' },
  ])
})

it.each(['110000', '999999', '000001', '56000', '', 'x'])('there is no pincode %j', (pincode) => {
  expect(table.placesOf(pincode)).toEqual([])
})

const inDelhi = (pincode: number) => ({ pincode, district: 'Delhi', stateCode: '07' })

it('a state that has only the second place of a pincode is near the pincodes of that area', () => {
  const { statesNear } = decodePincodes(
    encodePincodes([
      inDelhi(110_001),
      inDelhi(110_002),
      { pincode: 110_002, district: 'Ghaziabad', stateCode: '09' },
    ]),
  )
  expect(statesNear('110099')).toEqual(['07', '09'])
})

it('a decoded table equals the encoded one, also with a second state inside a run of pincodes', () => {
  const some = [
    inDelhi(110_001),
    inDelhi(110_002),
    { pincode: 110_002, district: 'Ghaziabad', stateCode: '09' },
    inDelhi(110_003),
    inDelhi(110_004),
    inDelhi(110_007),
  ]
  expect(decodePincodes(encodePincodes(some)).rows()).toEqual(some)
})
