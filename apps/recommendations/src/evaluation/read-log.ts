import { createReadStream } from 'node:fs'
import type { Interaction } from '../model/training-data.ts'

const NEEDED = ['user', 'item', 'timestamp'] as const
/** Later than the year 5000 in seconds, and in 1973 in milliseconds. */
const MILLISECONDS_FROM = 1e11

export type Log = { interactions: Interaction[]; hasBaskets: boolean }

type Columns = {
  user: number
  item: number
  timestamp: number
  basket: number
  weight: number
  count: number
}

/**
 * A tab-separated file whose first line names the columns: user, item, timestamp, and if there are any
 * basket and weight. Throws an error of one line that says what is wrong and where. Rows without a weight
 * above 0 say nothing good about the item and are left out.
 */
export async function readLog(path: string): Promise<Log> {
  const known = new Map<string, string>()
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
    const interaction = toInteraction(line.split('\t'), columns, lineNumber, known)
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
      const lines = `${rest}${chunk as string}`.split('\n')
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
  const missing = NEEDED.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new Error(
      `${path} has no column ${missing.join(', ')}: its first line must name user, item and timestamp, separated by tabs`,
    )
  }
  const at = (name: string) => names.indexOf(name)
  return {
    user: at('user'),
    item: at('item'),
    timestamp: at('timestamp'),
    basket: at('basket'),
    weight: at('weight'),
    count: names.length,
  }
}

function toInteraction(
  cells: string[],
  columns: Columns,
  line: number,
  known: Map<string, string>,
): Interaction {
  if (cells.length !== columns.count) {
    throw new Error(`line ${line} has ${cells.length} columns where the first line has ${columns.count}`)
  }
  const cell = (name: 'user' | 'item' | 'timestamp' | 'basket' | 'weight') => {
    const text = cells[columns[name]]?.trim() ?? ''
    if (text === '') throw new Error(`line ${line} has no ${name}`)
    return text
  }
  const userId = keepOne(known, cell('user'))
  return {
    userId,
    productId: keepOne(known, cell('item')),
    kind: 'purchase',
    quantity: columns.weight < 0 ? 1 : weightOf(cell('weight'), line),
    at: timeOf(cell('timestamp'), line),
    basketId: columns.basket < 0 ? String(line) : keepOne(known, cell('basket')),
  }
}

/** A piece of a text holds on to the whole of it; the same name over and over would hold the whole file. */
function keepOne(known: Map<string, string>, text: string): string {
  const kept = known.get(text)
  if (kept !== undefined) return kept
  known.set(text, text)
  return text
}

function weightOf(text: string, line: number): number {
  const weight = Number(text)
  if (!Number.isFinite(weight)) throw new Error(`line ${line}: the weight ${text} is not a number`)
  return weight
}

function timeOf(text: string, line: number): number {
  const number = Number(text)
  if (Number.isFinite(number)) return Math.abs(number) < MILLISECONDS_FROM ? number * 1000 : number
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new Error(`line ${line}: the timestamp ${text} is neither a number nor a date`)
  return time
}
