/** A value in DynamoDB's wire format, for example `{ S: 'text' }`. */
export type AttributeValue = Readonly<Record<string, unknown>>
export type WireItem = Readonly<Record<string, AttributeValue>>

const WRITE_UNIT_BYTES = 1024
const READ_UNIT_BYTES = 4096

/** The size of an item by DynamoDB's published rule: attribute names and values, in bytes. */
export function itemSize(item: WireItem): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueSize(value)))
}

/** One unit for each started kilobyte. */
export function writeUnits(bytes: number) {
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES))
}

/** One unit for each started four kilobytes, half of that for an eventually consistent read. */
export function readUnits(bytes: number, isConsistent: boolean) {
  return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5)
}

function valueSize(value: AttributeValue): number {
  // A value has one field, which is named after its type.
  const [type, content] = Object.entries(value)[0] ?? []
  if (type === 'S') return Buffer.byteLength(String(content))
  if (type === 'N') return numberSize(String(content))
  if (type === 'B') return Buffer.byteLength(String(content), 'base64')
  if (type === 'SS') return sum((content as string[]).map((text) => Buffer.byteLength(text)))
  if (type === 'NS') return sum((content as string[]).map(numberSize))
  // A list or a map takes three bytes, and one more for each entry.
  if (type === 'L') return 3 + sum((content as AttributeValue[]).map((entry) => 1 + valueSize(entry)))
  if (type === 'M') return 3 + Object.keys(content as WireItem).length + itemSize(content as WireItem)
  // NULL and BOOL.
  return 1
}

/** One byte, and about one more for every two digits. */
function numberSize(digits: string) {
  return 1 + Math.ceil(digits.replaceAll(/[-.]/g, '').length / 2)
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, each) => total + each, 0)
}
