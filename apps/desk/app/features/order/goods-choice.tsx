import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import { RadioField } from '@nashta/ui/radio-field'
import * as z from 'zod/mini'

const LABELS: Record<GoodsFate, string> = {
  back: 'They are back: into the stock now',
  expected: 'They are on their way back: into the stock when I say so',
  lost: 'They do not come back, or are broken: not into the stock',
}

export function goodsSchema<const Fate extends GoodsFate>(fates: readonly Fate[]) {
  return z.enum(fates, 'Please say what becomes of the goods')
}

export type GoodsChoiceProps = {
  id: string
  name: string
  error: string | undefined
  fates: readonly GoodsFate[]
}

/** Asks what becomes of the goods. No choice is made for the operator. */
export function GoodsChoice({ fates, ...field }: GoodsChoiceProps) {
  return (
    <RadioField
      {...field}
      legend="The goods"
      choices={fates.map((fate) => ({ value: fate, label: LABELS[fate] }))}
    />
  )
}
