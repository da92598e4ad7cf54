const FIRST_SEPARATOR = /[\t;,\s]+/
/** Two columns that may also be one amount above a thousand, such as 1,200. */
const MAYBE_ONE_AMOUNT = /^\d{1,3},\d{3}(?:\.\d+)?$/

type CashLines = {
  lines: { number: string; amount: number }[]
  /** Lines with digits, but without a clear amount. */
  unread: string[]
}

/**
 * Reads what a courier has paid: in each line a tracking number or the number of an order, and in the last column an
 * amount in rupees. Lines without digits, such as a title, are left out.
 */
export function readCashLines(text: string): CashLines {
  const result: CashLines = { lines: [], unread: [] }
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const read = readLine(line)
    if (read) result.lines.push(read)
    else if (/\d/.test(line)) result.unread.push(line)
  }
  return result
}

function readLine(line: string) {
  // A comma between quotes is a part of the amount.
  const plain = line.replaceAll(/"([^"]*)"/g, (_quoted, cell: string) => cell.replaceAll(',', ''))
  const separator = FIRST_SEPARATOR.exec(plain)
  if (!separator) return null
  const number = plain.slice(0, separator.index)
  const rest = plain.slice(separator.index + separator[0].length)
  const isOfCommas = separator[0].includes(',')
  const columns = rest.split(isOfCommas ? ',' : /[\t;]/)
  if (isOfCommas && MAYBE_ONE_AMOUNT.test(columns.slice(-2).map(digitsOf).join(','))) return null
  const amount = digitsOf(columns.at(-1) ?? '').replaceAll(',', '')
  return amount === '' || Number.isNaN(Number(amount)) ? null : { number, amount: Number(amount) }
}

/** Without blanks and the sign of the rupee. */
function digitsOf(column: string) {
  return column.replaceAll(/₹|rs\.?|\s/gi, '')
}
