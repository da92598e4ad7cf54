import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { TaxedAmount } from '@nashta/contracts/pricing/tax'
import type { TaxedSums } from '@nashta/contracts/returns/gst-return'

const rupees = (paise: number) => paiseToRupees(asPaise(paise))

export function toTaxedSums(amount: TaxedAmount): TaxedSums {
  return {
    total: rupees(amount.grossPaise),
    taxable: rupees(amount.taxablePaise),
    igst: rupees(amount.igstPaise),
    cgst: rupees(amount.cgstPaise),
    sgst: rupees(amount.sgstPaise),
  }
}
