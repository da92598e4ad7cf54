import type { ShownBatch } from '@nashta/contracts/stock/stock'
import { useState } from 'react'
import { formatDay } from '../../data/formats.ts'
import { Action } from '../../ui/controls.tsx'
import type { StockAction } from './stock-dialogs.tsx'

export type BatchesProps = {
  batches: readonly ShownBatch[]
  /** Null for an operator who may not change the stock. */
  onChoose: ((action: StockAction, batch: ShownBatch) => void) | null
  /** Null for an operator who may not recall a batch. */
  onRecall: ((batch: ShownBatch) => void) | null
  /** Asks for the name of a batch that was used up long ago. Null like `onRecall`. */
  onRecallOlder: (() => void) | null
}

/** The batches of a product, first to expire first. Those that are used up are folded away. */
export function Batches({ batches, onChoose, onRecall, onRecallOlder }: BatchesProps) {
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
                  <BatchAction name="Take out" batch={batch} onClick={() => onChoose('takeOut', batch)} />
                  <BatchAction name="Count" batch={batch} onClick={() => onChoose('count', batch)} />
                </>
              ) : null}
              {onRecall ? <BatchAction name="Recall" batch={batch} onClick={() => onRecall(batch)} /> : null}
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {hidden > 0 ? (
          <Action onClick={() => setIsAllShown(true)}>Show {hidden} that are used up</Action>
        ) : null}
        {onRecallOlder ? <Action onClick={onRecallOlder}>Recall an older batch</Action> : null}
      </div>
    </section>
  )
}

type BatchActionProps = { name: string; batch: ShownBatch; onClick: () => void }

/** Its name for screen readers has the batch, because each batch has the same actions. */
function BatchAction({ name, batch, onClick }: BatchActionProps) {
  return (
    <Action aria-label={`${name} batch ${batch.batch}`} onClick={onClick}>
      {name}
    </Action>
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
