import { GST_STATES } from '@nashta/contracts/gst-states'
import { asPaise } from '@nashta/contracts/money'
import { placeOfSupply, stateTaxName, supplyKindOf } from '@nashta/contracts/pricing/place-of-supply'
import { divideByWeight, splitTax } from '@nashta/contracts/pricing/tax'
import { expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { billNumber, financialYearOf, keptUntil, seriesOf } from './bill-number.ts'

it('₹49 at 5 % is 46.67 and 2.33 between states, and 46.66 and twice 1.17 within one', () => {
  expect(splitTax(asPaise(4900), 5, 'inter')).toMatchObject({
    taxablePaise: 4667,
    igstPaise: 233,
    cgstPaise: 0,
  })
  expect(splitTax(asPaise(4900), 5, 'intra')).toMatchObject({
    taxablePaise: 4666,
    igstPaise: 0,
    cgstPaise: 117,
    sgstPaise: 117,
  })
})

it.each([
  [10_500, 5, 500],
  [14_000, 40, 4000],
  [11_800, 18, 1800],
  [8900, 5, 424],
  [8900, 0, 0],
  [0, 5, 0],
])('of %i paise at %i %% the tax between states is %i', (gross, rate, tax) => {
  expect(splitTax(asPaise(gross), rate, 'inter').igstPaise).toBe(tax)
})

it('the state of delivery is the place of supply: by its code, its name, or else that of the seller', () => {
  expect(placeOfSupply({ state: 'Kerala', stateCode: '29' }, '27')).toBe('29')
  expect(placeOfSupply({ state: ' kerala ' }, '27')).toBe('32')
  expect(placeOfSupply({ state: 'Field post' }, '27')).toBe('27')
  expect(placeOfSupply({ state: 'Kerala', stateCode: '00' }, '27')).toBe('32')
  expect([supplyKindOf('27', '27'), supplyKindOf('29', '27')]).toEqual(['intra', 'inter'])
})

it('five union territories have UTGST, and those with a legislature have SGST', () => {
  const union = Object.keys(GST_STATES).filter((code) => stateTaxName(code) === 'UTGST')
  expect(union.toSorted()).toEqual(['04', '26', '31', '35', '38'])
})

it('a fee is divided to the paisa, and the largest remainders get the rest', () => {
  expect(divideByWeight(asPaise(100), [1, 1, 1])).toEqual([34, 33, 33])
  expect(divideByWeight(asPaise(5000), [8900, 4900])).toEqual([3225, 1775])
  expect(divideByWeight(asPaise(7), [0, 0])).toEqual([7, 0])
  // The product of both is above what a number holds exactly.
  expect(divideByWeight(asPaise(900_000_000_001), [3_000_000_000_000, 1])).toEqual([900_000_000_001, 0])
})

it.each([
  [0, 'Rupees zero only'],
  [4900, 'Rupees forty-nine only'],
  [10_005, 'Rupees one hundred and paise five only'],
  [12_34_567_00, 'Rupees twelve lakh thirty-four thousand five hundred sixty-seven only'],
  [1_00_00_000_00, 'Rupees one crore only'],
  [2_10_05_019_99, 'Rupees two crore ten lakh five thousand nineteen and paise ninety-nine only'],
])('%i paise in words are "%s"', (paise, words) => {
  expect(amountInWords(asPaise(paise))).toBe(words)
})

it('a financial year begins on 1 April in Indian time, and numbers have at most 16 characters', () => {
  expect(financialYearOf(new Date('2027-03-31T18:29:59Z'))).toBe('2627')
  expect(financialYearOf(new Date('2027-03-31T18:30:00Z'))).toBe('2728')
  expect(financialYearOf(new Date('2099-12-01T00:00:00Z'))).toBe('9900')
  const series = seriesOf('INV', new Date('2026-11-19T00:00:00Z'))
  expect(billNumber(series, 1)).toBe('INV/2627/0001')
  expect(billNumber(series, 9_999_999)).toBe('INV/2627/9999999')
  expect(() => billNumber(series, 10_000_000)).toThrow('is full')
})

it('a bill is stored for 72 months after the return of its year is due', () => {
  // The year ends in March 2027, and its return is due on 31 December 2027.
  expect(keptUntil(new Date('2026-11-19T00:00:00Z'), 72).toISOString()).toBe('2034-01-01T00:00:00.000Z')
  expect(keptUntil(new Date('2027-03-31T18:00:00Z'), 72).toISOString()).toBe('2034-01-01T00:00:00.000Z')
})
