import type { FormInput } from '../form-fields.ts'
import { PRODUCT_FIELDS, type ProductField } from './product-fields.ts'

/** The column that says which product a row is about. Without an id, a row is a new product. */
export const ID_COLUMN = 'products_id'
/** The product's version when the file was written. A later import refuses to overwrite newer values. */
export const VERSION_COLUMN = 'version'

/** All shelves are in `categories`, and the keys of pictures follow from their addresses. */
const NOT_IN_FILE: ReadonlySet<string> = new Set(['category', 'imageKeys'])

/** One column of the file: a field of a product, or a part of it. */
export type FileColumn = {
  /** `price`, or `netQuantity.unit` for a part. */
  name: string
  /** What people call it. */
  label: string
  field: string
  part?: string
  input: Pick<FormInput, 'kind' | 'choices'> | { kind: 'list' }
  /** Whether an empty list is written as `none`: the operator has confirmed that it is complete. */
  hasNone?: boolean
}

/** Stands between the texts of a list in one cell. */
const SEPARATOR = '|'
const NONE = 'none'
const LIST_LABELS: Readonly<Record<string, string>> = {
  categories: 'Shelves',
  images: 'Pictures',
  imageAlts: 'Descriptions of pictures',
}

/** The columns of the file of products, in their order. They follow from `PRODUCT_FIELDS`. */
export const FILE_COLUMNS: readonly FileColumn[] = Object.entries<ProductField>(PRODUCT_FIELDS)
  .filter(([name]) => !NOT_IN_FILE.has(name))
  .flatMap(([field, row]): FileColumn[] => {
    if (row.kind === 'list')
      return [{ name: field, label: LIST_LABELS[field] ?? field, field, input: { kind: 'list' } }]
    if (row.kind !== 'group') return [{ name: field, label: row.label, field, input: row }]
    const hasNone = row.confirmed !== undefined
    return Object.entries(row.parts).map(([part, input]) => ({
      name: `${field}.${part}`,
      label: input.label,
      field,
      part,
      input,
      hasNone,
    }))
  })

export const FILE_HEADER = [ID_COLUMN, 'id', ...FILE_COLUMNS.map(({ name }) => name), VERSION_COLUMN]

/** Why a file with this header cannot be imported; null if it can. */
export function headerProblem(header: readonly string[]): string | null {
  const unknown = header.filter((name) => !FILE_HEADER.includes(name))
  const twice = header.find((name, index) => header.indexOf(name) !== index)
  if (!header.includes(ID_COLUMN) && !header.includes('name'))
    return `The first row must name the columns: ${ID_COLUMN}, name, price and so on. Export the products for an example`
  if (unknown.length > 0)
    return `There is no column “${unknown.slice(0, 5).join('”, “')}”. Remove it, or correct its name in the first row`
  if (twice !== undefined) return `The column “${twice}” is there twice`
  return null
}

/** A value of a product as the text of its cell. An absent value is an empty cell. */
export function toCell({ input, hasNone, part, field }: FileColumn, product: Values): string {
  const value = part === undefined ? product[field] : Object(product[field])[part]
  if (!Array.isArray(value)) return value === undefined || value === null ? '' : String(value)
  if (value.length === 0) return hasNone ? NONE : ''
  return input.kind === 'words' ? value.join(' ') : value.map(escapeItem).join(` ${SEPARATOR} `)
}

type Values = Readonly<Record<string, unknown>>

/** The value of a cell that is not empty. A cell that fits nothing stays a text, which its schema then refuses. */
export function parseCell({ input }: FileColumn, cell: string): unknown {
  const text = cell.trim()
  if (input.kind === 'list' || input.kind === 'lines') return splitItems(cell)
  if (input.kind === 'choices')
    return text === NONE ? [] : splitItems(cell).map((item) => choiceOf(input, item))
  if (input.kind === 'choice') return choiceOf(input, text)
  if (input.kind === 'count' || input.kind === 'number') return NUMBER.test(text) ? Number(text) : text
  if (input.kind === 'flag') return FLAGS.get(text.toLowerCase()) ?? text
  return input.kind === 'text' ? cell : text
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/
const FLAGS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

/** Spreadsheets and people write `Veg` for `veg`. */
function choiceOf({ choices = [] }: Pick<FormInput, 'choices'>, text: string): unknown {
  return choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase()) ?? text
}

function escapeItem(item: string): string {
  return item.replaceAll(/[\\|]/g, String.raw`\$&`)
}

function splitItems(cell: string): string[] {
  const items = ['']
  for (const [part] of cell.matchAll(/\\[\s\S]|[^\\|]+|[\\|]/g)) {
    if (part === SEPARATOR) {
      items.push('')
      continue
    }
    const isEscaped = part.length === 2 && part.startsWith('\\')
    items.push(`${items.pop() ?? ''}${isEscaped ? part.slice(1) : part}`)
  }
  return items.map((item) => item.trim())
}
