import { formatRupees, type Paise } from '@nashta/contracts/money'

export function includesTax(tax: Paise): string {
  return `Includes ${formatRupees(tax)} of GST`
}
