import type { ShownBatch } from '@nashta/contracts/stock/stock'
import { useState } from 'react'
import { formatDay } from '../../data/formats.ts'
import { Action } from '../../ui/controls.tsx'
import type { StockAction } from './stock-dialogs.tsx'

export type BatchesProps = {
  batches: readonly ShownBatch[]
  /** Null for an operator who may not change the stock. */
  onChoose: ((action: StockAction, batch: ShownBatch) => void) | null
}

/** The batches of a product, first to expire first. Those that are used up are folded away. */
export function Batches({ batches, onChoose }: BatchesProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const shown = batches.filter(({ left }) => left > 0 || isAllShown)
  const hidden = batches.length - shown.length
  return (
    <section aria-labelledby="batches" className="mb-6">
      <h2 id="batches" className="mb-2 text-lg font-semibold">
        Batches
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {shown.map((batch) => (
          <li
            key={batch.batch}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5"
          >
            <div className="min-w-0 break-words">
              <p className="font-semibold">{batch.batch}</p>
              <p className="text-sm text-ink-soft">
                {batch.bestBefore ? `Best before ${formatDay(batch.bestBefore)}` : 'No best-before day'}
              </p>
              <BatchState batch={batch} />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <p className="px-2 font-semibold">{batch.left} left</p>
              {onChoose && batch.left > 0 ? (
                <>
                  <Action onClick={() => onChoose('takeOut', batch)}>Take out {batch.batch}</Action>
                  <Action onClick={() => onChoose('count', batch)}>Count {batch.batch}</Action>
                </>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <Action onClick={() => setIsAllShown(true)}>Show {hidden} that are used up</Action>
      ) : null}
    </section>
  )
}

/** Why units of a batch are not sold. */
function BatchState({ batch: { state, left, aside } }: { batch: ShownBatch }) {
  if (state === 'sold' || left === 0) return state === 'recalled' ? <p>Recalled</p> : null
  const reason = state === 'recalled' ? 'Recalled' : 'Too old to send'
  return (
    <>
      <p className="text-sm font-semibold text-danger-deep">
        {reason}: {aside} of {left} are not sold
      </p>
      {aside < left ? (
        <p className="text-sm text-danger-deep">
          {left - aside} were promised to orders before. Refund or cancel these orders.
        </p>
      ) : null}
    </>
  )
}
