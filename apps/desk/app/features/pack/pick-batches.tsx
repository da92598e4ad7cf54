import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { useState } from 'react'
import { formatDay } from '../../data/formats.ts'
import { canScan, ScanDialog } from '../../dialogs/scan-dialog.tsx'
import { Action, TEXT_LINK } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Line = DeskOrder['lines'][number]
export type LineBatches = NonNullable<Line['batches']>

/** How many units of each batch the packer takes. */
export type Taken = ReadonlyMap<string, number>

/** The units of each batch that the shop tells the packer to take. */
export function namedBatches(batches: LineBatches): Taken {
  return new Map(batches.map(({ batch, take }) => [batch, take]))
}

type PickBatchesProps = { line: Line; batches: LineBatches; taken: Taken; onTaken: (taken: Taken) => void }

/** Names the batches to take a line's units from. A packer who holds another one says so. */
export function PickBatches({ line, batches, taken, onTaken }: PickBatchesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = batches.filter(({ batch }) => (taken.get(batch) ?? 0) > 0)
  const withoutBatch = line.toPack - sumOf(taken)
  const recalled = batches.filter(({ state }) => state === 'recalled')
  return (
    <div className="rounded-b-2xl bg-paper-deep px-4 py-2 text-lg">
      {chosen.map(({ batch, bestBefore, state }) => (
        <p key={batch}>
          <span className="font-semibold">
            {taken.get(batch)} of batch {batch}
          </span>
          {bestBefore ? `, best before ${formatDay(bestBefore)}` : ''}
          {state === 'tooOld' ? ', too old for new orders' : ''}
        </p>
      ))}
      {withoutBatch > 0 ? <p className="font-semibold">{withoutBatch} without a batch</p> : null}
      {recalled.map(({ batch }) => (
        <p key={batch} className="font-semibold text-danger-deep">
          Do not send batch {batch}: it is recalled
        </p>
      ))}
      <button
        type="button"
        aria-label={`Another batch of ${line.name}`}
        className={`min-h-11 ${TEXT_LINK}`}
        onClick={() => setIsOpen(true)}
      >
        Another batch
      </button>
      {isOpen ? (
        <BatchesDialog
          line={line}
          batches={batches}
          taken={taken}
          onTaken={onTaken}
          onClosed={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

function BatchesDialog({
  line,
  batches,
  taken,
  onTaken,
  onClosed,
}: PickBatchesProps & { onClosed: () => void }) {
  const [isScanning, setIsScanning] = useState(false)
  const usable = batches.filter(({ state }) => state !== 'recalled')

  /** Takes as many units as possible of one batch, and the others as before. */
  function takeOf(name: string) {
    const first = usable.find(({ batch }) => batch.toLowerCase() === name.trim().toLowerCase())
    if (!first) return `No batch of ${line.name}: ${name}`
    let missing = line.toPack
    const next = new Map<string, number>()
    for (const { batch, units } of [first, ...usable.filter((each) => each !== first)]) {
      const wanted = batch === first.batch ? units : (taken.get(batch) ?? 0)
      const quantity = Math.min(missing, units, wanted)
      next.set(batch, quantity)
      missing -= quantity
    }
    onTaken(next)
    return `${next.get(first.batch)} of batch ${first.batch}`
  }

  if (isScanning)
    return (
      <ScanDialog
        instruction={`Show the batch of ${line.name} to the camera.`}
        onCode={takeOf}
        onClosed={() => setIsScanning(false)}
      />
    )
  return (
    <Dialog title={`Batches of ${line.name}`} onClosed={onClosed}>
      {(close) => (
        <>
          <p className="mb-3">{line.toPack} go into the parcel. What you do not enter has no batch.</p>
          <ul className="mb-3 grid gap-2">
            {usable.map(({ batch, bestBefore, units }) => (
              <li key={batch} className="flex items-center justify-between gap-3">
                <button
                  type="button"
                  className={`min-h-11 text-left ${TEXT_LINK}`}
                  onClick={() => takeOf(batch)}
                >
                  {batch}
                  <span className="block text-sm text-ink-soft">
                    {units} left{bestBefore ? `, best before ${formatDay(bestBefore)}` : ''}
                  </span>
                </button>
                <input
                  type="number"
                  aria-label={`Units of batch ${batch}`}
                  min={0}
                  max={Math.min(units, line.toPack)}
                  value={taken.get(batch) ?? 0}
                  // The number of an empty field is NaN.
                  onChange={({ target }) => onTaken(new Map(taken).set(batch, target.valueAsNumber || 0))}
                  className="h-11 w-20 rounded-lg border border-ink-soft bg-white px-2 text-right"
                />
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Action look="main" onClick={close}>
              Done
            </Action>
            {canScan() ? <Action onClick={() => setIsScanning(true)}>Scan</Action> : null}
          </div>
        </>
      )}
    </Dialog>
  )
}

function sumOf(taken: Taken) {
  return Array.from(taken.values()).reduce((sum, units) => sum + units, 0)
}
