const FIRST_SEPARATOR = /[\t;,\s]+/

/**
 * Reads what a courier has paid: in each line a tracking number or the number of an order, then an amount in
 * rupees. Lines without an amount, such as a title, are left out.
 */
export function readCashLines(text: string): { number: string; amount: number }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim().replaceAll('"', '')
    const separator = FIRST_SEPARATOR.exec(trimmed)
    if (!separator) return []
    const number = trimmed.slice(0, separator.index)
    const rest = trimmed.slice(separator.index + separator[0].length)
    // Commas may stand in an amount, such as 1,200. Of several columns, the last is the amount.
    const amountText = (rest.split(/[\t;]/).at(-1) ?? '').replaceAll(/₹|rs\.?|[,\s]/gi, '')
    return amountText === '' || Number.isNaN(Number(amountText))
      ? []
      : [{ number, amount: Number(amountText) }]
  })
}
