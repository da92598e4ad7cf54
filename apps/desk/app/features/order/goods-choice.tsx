import type { GoodsFate } from '@nashta/contracts/orders/order-actions'

const LABELS: Record<GoodsFate, string> = {
  back: 'They are back: into the stock now',
  expected: 'They are on their way back: into the stock when I say so',
  lost: 'They do not come back, or are broken: not into the stock',
}

/** Asks what becomes of the goods. No choice is made for the operator. */
export function GoodsChoice({ fates }: { fates: readonly GoodsFate[] }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">The goods</legend>
      {fates.map((fate) => (
        <label key={fate} className="flex min-h-10 items-center gap-2">
          <input
            type="radio"
            name="goods"
            value={fate}
            required
            className="size-5 shrink-0 accent-raspberry"
          />
          {LABELS[fate]}
        </label>
      ))}
    </fieldset>
  )
}

/** The choice in a submitted form with a `GoodsChoice` of these fates. */
export function chosenGoods<Fate extends GoodsFate>(values: FormData, fates: readonly Fate[]): Fate {
  const chosen = fates.find((fate) => fate === values.get('goods'))
  if (chosen === undefined) throw new Error('The browser sends a form only with a choice')
  return chosen
}
