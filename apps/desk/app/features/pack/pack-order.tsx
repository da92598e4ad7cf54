import { useCall } from '@nashta/browser/forms/use-call'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { type DeskOrder, getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { packOrder } from '@nashta/contracts/orders/desk/order-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { Failure } from '@nashta/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatNumberOf, formatTime } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { OrderDetails } from '../../ui/order-details.tsx'
import { failureText } from '../../ui/query-state.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { namedBatches, PickBatches, type Taken } from './pick-batches.tsx'

/** A change by another operator is shown after this time at most. */
const REFETCH_MS = 5000

export type PackOrderProps = {
  order: DeskOrder
  onPacked: (order: DeskOrder) => void
  /** Called with a message when the order has changed since it was read. */
  onChangedByAnother: (text: string) => void
  onSkip: () => void
}

/**
 * One order to pack. A tap or the space key ticks a line, and the Enter key ticks the first line
 * without a tick. The last tick packs the order.
 */
export function PackOrder({ order, onPacked, onChangedByAnother, onSkip }: PackOrderProps) {
  const fetchShop = useFetchShop()
  const { purchaseId, packing } = order
  const lines = order.lines.filter(({ toPack }) => toPack > 0)
  const leftOut = order.lines.filter(({ toPack, quantity }) => toPack < quantity)
  /** The version that this screen shows. The Shop API refuses a step for another version. */
  const version = useRef(order.version)
  /** What the packer takes of each batch, where it differs from what the shop names. */
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map())
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  /** The call that reports the start of packing; null until it is made, and after a failure. */
  const beginCall = useRef<Promise<unknown> | null>(null)
  /** The latest claim of the order for this packer; null after a failed claim. */
  const claimCall = useRef<Promise<unknown> | null>(null)
  const isComplete = lines.every(({ productId }) => ticked.has(productId))

  useEffect(() => heading.current?.focus(), [])
  useQuery({
    queryKey: ['order that is packed', purchaseId, order.version],
    initialData: order,
    staleTime: REFETCH_MS,
    gcTime: 0,
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) => {
      const { data } = await fetchShop(getOrderForDesk, { params: { orderId: purchaseId }, signal })
      if (contentsOf(data) !== contentsOf(order)) onChangedByAnother('The order was changed')
      return data
    },
  })
  useShortcuts({ Enter: tickNext })

  async function sendStep(step: 'claim' | 'begin' | 'finish') {
    const body = { step, version: version.current, ...(step === 'finish' && pickedBatches(lines, taken)) }
    const { data } = await fetchShop(packOrder, { params: { orderId: purchaseId }, body })
    version.current = data.version
    return data
  }

  /**
   * Reports the start of packing, unless the start is already reported. After the report, the
   * shopper can no longer cancel.
   */
  async function sendBeginOnce() {
    if (!packing) beginCall.current ??= sendStep('begin')
    await beginCall.current
  }

  /** The first tick reports the start of packing. Each later tick claims the order for this packer again. */
  async function sendTick() {
    const isBegun = packing !== undefined || beginCall.current !== null
    await sendBeginOnce()
    if (!isBegun) return
    claimCall.current = sendStep('claim')
    await claimCall.current
  }

  async function sendFinish() {
    await sendBeginOnce()
    // A claim that arrived after the last step would be refused.
    await claimCall.current
    onPacked(await sendStep('finish'))
  }

  async function takeStep(send: () => Promise<void>) {
    try {
      await send()
    } catch (error) {
      // `begin` may be the step that failed, so the next attempt sends `begin` again. The Shop API
      // accepts a repeated step.
      beginCall.current = null
      claimCall.current = null
      if (!isShopError(error) || error.status !== 412) throw error
      // A batch may be used up: the packer looks at every line again.
      setTicked(new Set())
      setTaken(new Map())
      onChangedByAnother(failureText(error))
    }
  }

  const tick = useCall(() => takeStep(sendTick), failureText)
  const finish = useCall(() => takeStep(sendFinish), failureText)
  const failure = finish.failure ?? tick.failure

  function markLine(productId: string, isTicked: boolean) {
    const next = new Set(ticked)
    if (isTicked) next.add(productId)
    else next.delete(productId)
    setTicked(next)
    if (next.size === lines.length) void finish.run()
    else if (next.size > 0) void tick.run()
  }

  function tickNext() {
    const next = lines.find(({ productId }) => !ticked.has(productId))
    if (next) markLine(next.productId, true)
    else void finish.run()
  }

  return (
    <section aria-labelledby="pack-order" className="mx-auto grid max-w-2xl gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          id="pack-order"
          ref={heading}
          tabIndex={-1}
          className="font-display text-4xl font-semibold outline-none"
        >
          #{orderNumber(purchaseId)}
        </h2>
        <p className="text-lg text-ink-soft">
          {[order.address?.fullName ?? order.name, order.city].filter(Boolean).join(', ')}
        </p>
        <p className="w-full text-ink-soft">
          {formatNumberOf(order.itemsToPack, 'item')}, placed {formatTime(order.purchaseDate)}
          {packing ? '. Packing has begun.' : ''}
        </p>
      </header>
      {leftOut.length > 0 || order.contentChangedAt ? (
        <div className="rounded-xl bg-butter px-4 py-3 text-lg">
          {order.recalledBatch ? (
            <p className="font-semibold">
              {order.recalledBatch}, was recalled. Take it out of the parcel, and pack again what stands here.
            </p>
          ) : order.contentChangedAt ? (
            <p className="font-semibold">
              The order was changed. Pack what stands here, and print again what you have printed.
            </p>
          ) : null}
          {leftOut.map(({ productId, name, quantity, toPack }) => (
            <p key={productId}>
              Refunded, not to be packed: {quantity - toPack} × {name}
            </p>
          ))}
        </div>
      ) : null}
      <ul className="grid gap-3">
        {lines.map((line) => {
          const { productId, name, imageUrl, toPack, batches, allergens = [] } = line
          return (
            <li key={productId}>
              <label
                className={`flex min-h-20 cursor-pointer items-center gap-4 rounded-2xl border-2 p-3 ${ticked.has(productId) ? 'border-pistachio bg-pistachio-tint' : 'border-line bg-paper-deep/60'}`}
              >
                <input
                  type="checkbox"
                  checked={ticked.has(productId)}
                  onChange={(event) => markLine(productId, event.target.checked)}
                  className="size-8 shrink-0 accent-pistachio"
                />
                {imageUrl ? (
                  <img
                    src={imageUrl}
                    srcSet={pictureSrcSet(imageUrl, 96)}
                    sizes="64px"
                    alt=""
                    width="64"
                    height="64"
                    className="size-16 shrink-0 rounded-xl object-cover max-[22rem]:hidden"
                  />
                ) : null}
                <span className="min-w-0 grow text-xl leading-tight font-semibold">
                  {name}
                  {allergens.length > 0 ? (
                    <span className="mt-1 block text-base font-normal text-danger-deep">
                      Contains {allergens.join(', ')}
                    </span>
                  ) : null}
                </span>
                <span className="font-display text-4xl font-semibold">{toPack}</span>
              </label>
              {batches ? (
                <PickBatches
                  line={line}
                  batches={batches}
                  taken={taken.get(productId) ?? namedBatches(batches)}
                  onTaken={(units) => setTaken((before) => new Map(before).set(productId, units))}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
      <OrderDetails details={order.details} className="rounded-xl bg-butter px-4 py-3 text-lg" />
      {order.notes.map(({ at, text }) => (
        <p key={`${at} ${text}`} className="rounded-xl bg-butter px-4 py-3 text-lg">
          {text}
        </p>
      ))}
      {failure ? (
        <Failure>
          <p className="mb-2">{failure}</p>
          {isComplete ? <Action onClick={() => void finish.run()}>Try again</Action> : null}
        </Failure>
      ) : null}
      <div className="flex flex-wrap justify-between gap-2">
        <Action look="main" onClick={tickNext}>
          Tick the next line
        </Action>
        <Action onClick={onSkip}>Skip this order</Action>
      </div>
    </section>
  )
}

/** The batches of all lines that have any; nothing in a shop without batches. */
function pickedBatches(lines: DeskOrder['lines'], taken: ReadonlyMap<string, Taken>) {
  const inBatches = lines.filter(({ batches }) => batches !== undefined)
  if (inBatches.length === 0) return {}
  const picks = inBatches.flatMap(({ productId, batches = [] }) =>
    Array.from(taken.get(productId) ?? namedBatches(batches), ([batch, quantity]) => ({
      productId,
      batch,
      quantity,
    })),
  )
  return { picks: picks.filter(({ quantity }) => quantity > 0) }
}

/** What goes into the parcel and onto its label. The steps of the packer do not change it. */
function contentsOf({ lines, contentChangedAt, details, address, orderStatus }: DeskOrder) {
  const units = lines.map(({ productId, toPack }) => [productId, toPack])
  return JSON.stringify([units, contentChangedAt, details, address, orderStatus])
}
