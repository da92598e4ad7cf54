import { isShopError } from '@nashta/contracts/api/shop-error'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { packOrder } from '@nashta/contracts/orders/desk/order-calls'
import { listPackQueue } from '@nashta/contracts/orders/desk/order-list'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { ProgressBar } from '@nashta/ui/progress-bar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { formatNumberOf } from '../data/formats.ts'
import { PackOrder } from '../features/pack/pack-order.tsx'
import {
  type PackOutcome,
  type PackQueue,
  startQueue,
  withFirstAgain,
  withoutFirst,
} from '../features/pack/pack-queue.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, actionClasses, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

/** Packs the orders that the URL names, or else the oldest orders to pack. */
export default function Pack() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const chosen = params.get('orders') ?? ''
  const queueQuery = useQuery({
    queryKey: ['pack queue', chosen],
    // The queue must not change during packing.
    ...FETCH_ONCE,
    // The queue is not cached, so the next visit fetches it again.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (chosen) return startQueue(chosen.split(','))
      return startQueue((await fetchShop(listPackQueue, { signal })).data.orderIds)
    },
  })

  /** Starts a round with the oldest orders to pack. */
  function restart() {
    // Without orders in the URL, the page fetches the oldest orders to pack.
    if (chosen) setParams({}, { replace: true })
    else void queueQuery.refetch()
  }

  return (
    <>
      <PageHeading title="Pack">
        <Link to="/orders?work=pack" className={`px-2 ${TEXT_LINK}`}>
          All orders
        </Link>
      </PageHeading>
      <QueryState query={queueQuery}>
        {(queue) => (
          // The key starts a new round when the queue is fetched again.
          <Round
            key={queueQuery.dataUpdatedAt}
            initialQueue={queue}
            isChosen={chosen !== ''}
            onRestart={restart}
          />
        )}
      </QueryState>
    </>
  )
}

type RoundProps = {
  initialQueue: PackQueue
  /** Whether the operator has chosen these orders. If so, one that cannot be claimed is not passed over silently. */
  isChosen: boolean
  onRestart: () => void
}

/** An order that is claimed for this packer, or the reason why it is not. */
type Claim = { order: DeskOrder } | { refusal: string }

/** One round through the queue. An order is packed or skipped before the next one is shown. */
function Round({ initialQueue, isChosen, onRestart }: RoundProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [queue, setQueue] = useState(initialQueue)
  const [id = ''] = queue.ids
  const orderQuery = useQuery({
    queryKey: ['pack order', id],
    enabled: id !== '',
    ...FETCH_ONCE,
    // A claim is not cached, so each opening makes a new one.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Claim> => {
      try {
        const call = { params: { orderId: id }, body: { step: 'claim' }, signal } as const
        return { order: (await fetchShop(packOrder, call)).data }
      } catch (error) {
        if (!isShopError(error) || error.status !== 409) throw error
        return { refusal: failureText(error) }
      }
    },
  })
  const claim = orderQuery.data
  // Another packer has the order, or it is not to be packed any more. React renders the next one at once.
  if (!isChosen && claim && 'refusal' in claim) setQueue(withoutFirst(queue, 'taken'))
  const done = queue.packed + queue.skipped
  const total = done + queue.ids.length

  async function undoPacking({ purchaseId, version }: DeskOrder) {
    try {
      const body = { step: 'undo', version } as const
      const { data } = await fetchShop(packOrder, { params: { orderId: purchaseId }, body })
      queries.setQueryData(['order', purchaseId], data)
      setQueue((current) => withFirstAgain(current, purchaseId))
      refreshLists()
    } catch (error) {
      showToast({ text: `#${orderNumber(purchaseId)} stays packed. ${failureText(error)}` })
    }
  }

  function showNext(outcome: PackOutcome) {
    setQueue(withoutFirst(queue, outcome))
    refreshLists()
  }

  function refreshLists() {
    void queries.invalidateQueries({ queryKey: ['orders'] })
    void queries.invalidateQueries({ queryKey: ['today'] })
  }

  if (id === '')
    return (
      <Notice
        title={queue.packed > 0 ? `${formatNumberOf(queue.packed, 'order')} packed` : 'Nothing to pack'}
      >
        <p className="mb-3">
          {queue.skipped > 0 ? `${formatNumberOf(queue.skipped, 'order')} skipped.` : 'Well done.'}
        </p>
        <p className="flex flex-wrap justify-center gap-2">
          <Link to="/orders?work=handOver" className={actionClasses('main')}>
            To hand over
          </Link>
          <Action onClick={onRestart}>Look for more</Action>
        </p>
      </Notice>
    )

  return (
    <>
      <p className="mx-auto mb-3 flex max-w-2xl items-center gap-3 text-ink-soft">
        <ProgressBar label="Orders of this round" value={done} max={total} className="grow" />
        {done + 1} of {total}
      </p>
      <QueryState query={orderQuery}>
        {(claimed) =>
          'order' in claimed ? (
            <PackOrder
              // An order that has changed is packed from the beginning.
              key={`${id} ${claimed.order.version}`}
              order={claimed.order}
              onChangedByAnother={(text) => {
                showToast({ text })
                void orderQuery.refetch()
              }}
              onSkip={() => showNext('skipped')}
              onPacked={(packed) => {
                queries.setQueryData(['order', packed.purchaseId], packed)
                showToast({
                  text: `#${orderNumber(packed.purchaseId)} is packed`,
                  undo: () => void undoPacking(packed),
                })
                showNext('packed')
              }}
            />
          ) : (
            <Notice title={`Order #${orderNumber(id)} is not for you to pack`}>
              <p className="mb-3">{claimed.refusal}</p>
              <Action look="main" onClick={() => showNext('skipped')}>
                The next order
              </Action>
            </Notice>
          )
        }
      </QueryState>
    </>
  )
}
