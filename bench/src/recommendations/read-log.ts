import { createReadStream } from 'node:fs'
import type { Interaction } from '@nashta/recommendations/model/training-data'

const REQUIRED_COLUMNS = ['user', 'item', 'timestamp'] as const
/**
 * Smaller timestamps are seconds, others milliseconds. This number is in the year 5138 as seconds,
 * and in 1973 as milliseconds.
 */
const MIN_MILLISECONDS = 1e11
const CHUNK_LINES = 1000

export type Log = { interactions: Interaction[]; hasBaskets: boolean }

/** The index of each column. The index of a missing optional column is −1. */
type Columns = {
  user: number
  item: number
  timestamp: number
  basket: number
  weight: number
  /** The number of all columns, also of unknown ones. */
  count: number
}

/**
 * Reads a tab-separated file whose first line names the columns: user, item, timestamp, and optionally
 * basket and weight. The message of an error is one line and says which line of the file is wrong.
 * Rows with a weight of 0 or less are left out: the shopper did not like the item.
 */
export async function readLog(path: string): Promise<Log> {
  const internedNames = new Map<string, string>()
  const interactions: Interaction[] = []
  let columns: Columns | null = null
  let lineNumber = 0
  for await (const line of linesOf(path)) {
    lineNumber += 1
    if (line === '') continue
    if (!columns) {
      columns = columnsOf(line, path)
      continue
    }
    const interaction = toInteraction(line.split('\t'), columns, lineNumber, internedNames)
    if (interaction.quantity > 0) interactions.push(interaction)
  }
  if (!columns) throw new Error(`${path} is empty`)
  if (interactions.length === 0) throw new Error(`${path} has no rows after its header`)
  return { interactions, hasBaskets: columns.basket >= 0 }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
      const lines = `${rest}${String(chunk)}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
  } catch (error) {
    throw new Error(readError(path, error as NodeJS.ErrnoException), { cause: error })
  }
  yield rest
}

function readError(path: string, { code, message }: NodeJS.ErrnoException) {
  if (code === 'ENOENT') return `there is no file ${path}`
  if (code === 'EISDIR') return `${path} is a folder`
  if (code === 'EACCES') return `${path} may not be read`
  return message
}

function columnsOf(header: string, path: string): Columns {
  const names = header
    .replace(/^\uFEFF/, '')
    .split('\t')
    .map((name) => name.trim().toLowerCase())
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new Error(
      `${path} has no column ${missing.join(', ')}: its first line must name user, item and timestamp, separated by tabs`,
    )
  }
  return {
    user: names.indexOf('user'),
    item: names.indexOf('item'),
    timestamp: names.indexOf('timestamp'),
    basket: names.indexOf('basket'),
    weight: names.indexOf('weight'),
    count: names.length,
  }
}

function toInteraction(
  cells: string[],
  columns: Columns,
  lineNumber: number,
  internedNames: Map<string, string>,
): Interaction {
  if (cells.length !== columns.count) {
    throw new Error(
      `line ${lineNumber} has ${cells.length} columns where the first line has ${columns.count}`,
    )
  }
  const cell = (name: Exclude<keyof Columns, 'count'>) => {
    const text = cells[columns[name]]?.trim() ?? ''
    if (text === '') throw new Error(`line ${lineNumber} has no ${name}`)
    return text
  }
  return {
    userId: intern(internedNames, cell('user')),
    productId: intern(internedNames, cell('item')),
    kind: 'purchase',
    quantity: columns.weight < 0 ? 1 : weightOf(cell('weight'), lineNumber),
    at: timeOf(cell('timestamp'), lineNumber),
    eventId: columns.basket < 0 ? String(lineNumber) : intern(internedNames, cell('basket')),
  }
}

/** Returns one string for all equal names, because each cell would hold its line in memory. */
function intern(internedNames: Map<string, string>, name: string): string {
  const existing = internedNames.get(name)
  if (existing !== undefined) return existing
  internedNames.set(name, name)
  return name
}

function weightOf(text: string, lineNumber: number): number {
  const weight = Number(text)
  if (!Number.isFinite(weight)) throw new Error(`line ${lineNumber}: the weight ${text} is not a number`)
  return weight
}

/** Returns milliseconds since 1970. */
function timeOf(text: string, lineNumber: number): number {
  const number = Number(text)
  if (Number.isFinite(number)) return Math.abs(number) < MIN_MILLISECONDS ? number * 1000 : number
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new Error(`line ${lineNumber}: the timestamp ${text} is neither a number nor a date`)
  return time
}

/** Returns the content of a file that `readLog` can read, in chunks of `CHUNK_LINES` lines. */
export function* formatLog(interactions: Iterable<Interaction>): Generator<string> {
  let lines = ['user\titem\ttimestamp\tbasket']
  for (const { userId, productId, at, eventId } of interactions) {
    lines.push(`${userId}\t${productId}\t${at}\t${eventId}`)
    if (lines.length < CHUNK_LINES) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}
