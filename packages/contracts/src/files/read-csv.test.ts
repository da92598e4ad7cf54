import { describe, expect, it } from 'vitest'
import { CSV_CELL_MAX, CSV_COLUMNS_MAX, readCsv } from './read-csv.ts'

const UTF_8 = new TextEncoder()

async function* chunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: string | Uint8Array, size = 7) {
  const bytes = typeof file === 'string' ? UTF_8.encode(file) : file
  const rows = await Array.fromAsync(readCsv(chunks(bytes, size)))
  return rows.map(({ cells }) => cells)
}

function utf16(text: string, isLittleEndian: boolean) {
  const view = new DataView(new ArrayBuffer(2 + 2 * text.length))
  view.setUint16(0, 0xfeff, isLittleEndian)
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(2 + 2 * index, text.charCodeAt(index), isLittleEndian)
  return new Uint8Array(view.buffer)
}

describe('a CSV', () => {
  it.each([
    [
      'quotes, commas and new lines',
      'a,b\r\n"x ""y"", z","1\r\n2"\r\n',
      [
        ['a', 'b'],
        ['x "y", z', '1\r\n2'],
      ],
    ],
    [
      'a byte-order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;"2;3"\n',
      [
        ['a', 'b'],
        ['1,5', '2;3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'old line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty rows and cells',
      'a,b\n\n,\n1,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'an empty quoted cell at the end',
      'a,b\n1,""',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a quote inside a cell', 'a\n5" pack\n', [['a'], ['5" pack']]],
    ['text behind a quote', 'a\n"x"y\n', [['a'], ['xy']]],
    ['Devanagari and emoji', 'a\nलड्डू 🍬\n', [['a'], ['लड्डू 🍬']]],
  ])('with %s is read, however it is cut', async (_case, file, rows) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(await read(file, size)).toEqual(rows)
  })

  it.each([true, false])('of Excel in UTF-16 (little-endian: %s) is read', async (isLittleEndian) => {
    const file = utf16('name\tprice\r\nलड्डू\t10\r\n', isLittleEndian)
    expect(await read(file, 3)).toEqual([
      ['name', 'price'],
      ['लड्डू', '10'],
    ])
  })

  it('counts its rows as a spreadsheet does', async () => {
    const rows = await Array.fromAsync(readCsv(chunks(UTF_8.encode('a\n\n1\n'), 100)))
    expect(rows.map(({ row }) => row)).toEqual([1, 3])
  })

  it.each([
    ['a workbook', 'PK\u0003\u0004', 'workbook'],
    ['letters that are not UTF-8', new Uint8Array([97, 10, 0xe4, 0xf6, 98]), 'UTF-8'],
    ['UTF-16 without a mark', utf16('name\n1\n', true).subarray(2), 'not a CSV'],
    ['a quote that does not end', 'a\n"x\n', 'Row 2 has a quote that does not end'],
    ['a cell of 100 MB', `a\n${'x'.repeat(CSV_CELL_MAX + 1)}`, 'more than 32767 characters'],
    ['a quoted cell of 100 MB', `a\n"${'x\n'.repeat(CSV_CELL_MAX)}`, 'a quote that does not end'],
    ['a million columns', `a\n${','.repeat(CSV_COLUMNS_MAX)}`, 'Row 2 has more than 200 columns'],
  ])('is refused with %s', async (_case, file, message) => {
    await expect(read(file, 1000)).rejects.toThrow(message)
  })

  it('of 100 MB in one cell is refused after a piece of it', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1000
        yield UTF_8.encode('x'.repeat(1000))
      }
    }
    await expect(Array.fromAsync(readCsv(endless()))).rejects.toThrow('characters')
    expect(sent).toBeLessThan(200_000)
  })
})
