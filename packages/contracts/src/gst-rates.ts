/** The rates of goods that the law knows, in per cent. */
export const GST_RATES = [0, 5, 18, 40] as const

/** The rates of a product: the first one, and later ones with their first days in India, such as `2027-04-01 18`. */
export type RatedProduct = { gstRate?: number | undefined; laterGstRates?: readonly string[] | undefined }

export type LaterRate = { from: string; ratePercent: number }

export const LATER_RATE = new RegExp(`^(20\\d\\d-\\d\\d-\\d\\d) (${GST_RATES.join('|')})$`)

/** The later rates by their first days. */
export function laterRates(texts: readonly string[] = []): LaterRate[] {
  return texts
    .flatMap((text) => {
      const [, from, rate] = LATER_RATE.exec(text) ?? []
      return from === undefined ? [] : [{ from, ratePercent: Number(rate) }]
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
}

/** The rate of a day in India; undefined if none is known. */
export function rateOn({ gstRate, laterGstRates }: RatedProduct, day: string): number | undefined {
  return laterRates(laterGstRates).findLast(({ from }) => from <= day)?.ratePercent ?? gstRate
}
