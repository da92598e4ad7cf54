import { unguardCell } from './guarded-cell.ts'

export const CSV_COLUMNS_MAX = 200
/** Spreadsheets allow no longer text in a cell either. */
export const CSV_CELL_MAX = 32_767
const CSV_ROWS_MAX = 200_000

const SEPARATORS = [',', ';', '\t'] as const
/** The first line tells the separator. At most so much of it is read for that. */
const FIRST_LINE_MAX = 100_000

/** A file that cannot be read as a table. The message is for the person who chose it. */
export class UnreadableFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnreadableFile'
  }
}

/** A row with its number, as a spreadsheet counts: the header is row 1. */
export type CsvRow = { row: number; cells: string[] }

/**
 * The rows of a CSV, one by one, without rows of empty cells. The file may be UTF-8 or, with a byte order
 * mark, UTF-16, and its separators may be commas, semicolons or tabs. Throws `UnreadableFile`.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let row = 0
  let parser: Parser | null = null
  let beginning = ''
  for await (const text of decode(bytes)) {
    if (!parser) {
      beginning += text
      if (!/[\r\n]/.test(beginning) && beginning.length <= FIRST_LINE_MAX) continue
      parser = createParser(separatorOf(beginning))
    }
    const piece = beginning === '' ? text : beginning
    beginning = ''
    for (const cells of parser.read(piece)) yield* numbered(cells)
  }
  parser ??= createParser(separatorOf(beginning))
  for (const cells of parser.read(beginning)) yield* numbered(cells)
  for (const cells of parser.end()) yield* numbered(cells)

  function* numbered(cells: string[]): Generator<CsvRow> {
    row += 1
    if (row > CSV_ROWS_MAX)
      throw new UnreadableFile(`The file has more than ${CSV_ROWS_MAX} rows. Please divide it`)
    if (cells.some((cell) => cell !== '')) yield { row, cells: cells.map(unguardCell) }
  }
}

const NO_CSV = 'This is not a CSV file. Save the table as “CSV UTF-8” and choose that file'
const NOT_UTF_8 = 'The letters of this file are not UTF-8. Save the table as “CSV UTF-8” and choose that file'

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let first = new Uint8Array()
  const toText = (chunk: Uint8Array, isEnd: boolean) => {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    try {
      const text = decoder.decode(chunk, { stream: !isEnd })
      if (text.includes('\0')) throw new UnreadableFile(NO_CSV)
      return text
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile(NOT_UTF_8, { cause: error })
    }
  }
  for await (const chunk of bytes) {
    if (decoder) {
      yield toText(chunk, false)
      continue
    }
    // The first bytes tell the encoding, so a shorter chunk waits for the next one.
    first = new Uint8Array([...first, ...chunk])
    if (first.length >= 4) yield toText(first, false)
  }
  yield toText(decoder ? new Uint8Array() : first, true)
}

function encodingOf([first, second]: Uint8Array): string {
  // Workbooks of spreadsheets are zip files.
  if (first === 0x50 && second === 0x4b)
    throw new UnreadableFile(
      'This is a workbook of a spreadsheet. Save the table as “CSV UTF-8” and choose that file',
    )
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const line = text.slice(0, end === -1 ? FIRST_LINE_MAX : end)
  const countOf = (separator: string) => line.split(separator).length
  return SEPARATORS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

type Parser = { read: (text: string) => string[][]; end: () => string[][] }

function createParser(separator: string): Parser {
  const plain = new RegExp(`[^"\\r\\n${separator}]+`, 'y')
  const quoted = /[^"]+/y
  let cells: string[] = []
  let cell = ''
  /** `afterQuote`: behind a quote that ends the quoted text, unless a second quote follows. */
  let state: 'cell' | 'quoted' | 'afterQuote' = 'cell'
  let wasReturn = false
  let rows = 0

  function add(text: string) {
    cell += text
    if (cell.length > CSV_CELL_MAX)
      throw new UnreadableFile(
        `Row ${rows + 1} has a cell of more than ${CSV_CELL_MAX} characters, or a quote that does not end`,
      )
  }

  function endCell() {
    if (cells.length === CSV_COLUMNS_MAX)
      throw new UnreadableFile(`Row ${rows + 1} has more than ${CSV_COLUMNS_MAX} columns`)
    cells.push(cell)
    cell = ''
    state = 'cell'
  }

  function endRow(): string[] {
    endCell()
    const ended = cells
    cells = []
    rows += 1
    return ended
  }

  /** A quote begins quoted text, ends it or, doubled within it, stands for itself. */
  function readQuote() {
    if (state === 'quoted') state = 'afterQuote'
    else if (state === 'cell' && cell === '') state = 'quoted'
    else {
      add('"')
      if (state === 'afterQuote') state = 'quoted'
    }
  }

  return {
    read(text) {
      const found: string[][] = []
      let at = 0
      while (at < text.length) {
        // Letters without a meaning of their own are read all at once.
        const run = state === 'quoted' ? quoted : plain
        run.lastIndex = at
        const [part] = (state === 'afterQuote' ? null : run.exec(text)) ?? []
        if (part !== undefined) {
          wasReturn = false
          add(part)
          at += part.length
          continue
        }
        const letter = text[at] ?? ''
        at += 1
        const followsReturn = wasReturn
        wasReturn = false
        if (letter === '"') readQuote()
        else if (letter === separator) endCell()
        else if (letter === '\n' && followsReturn) continue
        else if (letter === '\n' || letter === '\r') {
          found.push(endRow())
          wasReturn = letter === '\r'
        } else {
          // Text behind the closing quote, which some programs write.
          add(letter)
          state = 'cell'
        }
      }
      return found
    },
    end() {
      if (state === 'quoted') throw new UnreadableFile(`Row ${rows + 1} has a quote that does not end`)
      const hasUnendedRow = cells.length > 0 || cell !== '' || state === 'afterQuote'
      return hasUnendedRow ? [endRow()] : []
    },
  }
}
