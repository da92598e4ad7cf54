/**
 * Reads what a courier has paid: in each line a tracking number or the number of an order, then an amount in
 * rupees. Lines without an amount, such as a title, are left out.
 */
export function readCashLines(text: string): { number: string; amount: number }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line
      .split(/[\t;]|,(?!\d{2,3}(?:\D|$))|\s+/)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      .filter((cell) => cell !== '')
    const [number, ...others] = cells
    const amount = Number(others.at(-1)?.replaceAll(/[₹,]|rs\.?/gi, ''))
    return number === undefined || others.length === 0 || Number.isNaN(amount) ? [] : [{ number, amount }]
  })
}
