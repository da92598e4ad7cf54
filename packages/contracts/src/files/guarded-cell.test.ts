import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { expect, it } from 'vitest'
import { guardCell, unguardCell } from './guarded-cell.ts'
import { readAsSpreadsheet } from './spreadsheet.fixture.ts'

const EVIL = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ';=1+1',
  'a;=1+1',
  'a;"=1+1"',
  "a;'=1+1",
  'x\t=1',
  '"x"\n=1',
  '"x"\r\n=1',
  "'=1",
  "''=1",
  '"=1+1"',
  '＝1+1',
  ';;=1;;-2',
  ' =1',
  'a; =1',
]

const line = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

it.each(EVIL)('%j is a formula in no spreadsheet, whatever separates its cells, and is read back', (text) => {
  expect(unguardCell(guardCell(text))).toBe(text)
  for (const separator of [',', ';', '\t'])
    expect(readAsSpreadsheet(line(['a', text, 'b', text]), separator).formulas).toEqual([])
})

it.each(['', 'a=b', "Mother's", '1-2', 'a; b', "it's; 'good'", 'two\nlines'])('%j stays as it is', (text) => {
  expect(guardCell(text)).toBe(text)
})

it('random texts are formulas in no spreadsheet, and are read back', () => {
  const { below, one } = createRandom(44)
  const signs = ['=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", 'a', ' ', '1', '＝']
  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: below(9) }, () => one(signs)).join('')
    expect(unguardCell(guardCell(text))).toBe(text)
    const run = [',', ';', '\t'].filter(
      (separator) => readAsSpreadsheet(line(['a', text]), separator).formulas.length > 0,
    )
    expect({ text, run }).toEqual({ text, run: [] })
  }
})
