import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { recallBatch } from '@nashta/contracts/stock/recalls'
import {
  changeStock,
  getStockHistory,
  type ShownBatch,
  type ShownStockEntry,
  type StockPage,
} from '@nashta/contracts/stock/stock'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatDay, formatNumberOf, formatTime } from '../data/formats.ts'
import { Batches } from '../features/stock/batches.tsx'
import { OlderBatchDialog, RecallDialog } from '../features/stock/recall-dialog.tsx'
import { type StockAction, StockDialog } from '../features/stock/stock-dialogs.tsx'
import { kindText, signed } from '../features/stock/stock-texts.ts'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/stock'

/** The stock of one product, and every change of it. */
export default function StockPageOf({ params: { id } }: Route.ComponentProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [chosen, setChosen] = useState<{ action: StockAction; batch?: ShownBatch } | null>(null)
  const setAction = (action: StockAction) => setChosen({ action })
  /** The batch whose recall is open. */
  const [recalled, setRecalled] = useState<string | null>(null)
  const [asksForBatch, setAsksForBatch] = useState(false)
  const mayCall = useMayCall()
  const [mayChange, mayRecall] = [mayCall(changeStock), mayCall(recallBatch)]
  const query = useInfiniteQuery({
    queryKey: ['stock', id],
    queryFn: async ({ pageParam, signal }) => {
      const page = { params: { id }, query: { cursor: pageParam || undefined }, signal }
      return (await fetchShop(getStockHistory, page)).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

  async function showChanged(text: string) {
    await Promise.all(
      [['stock', id], ['product', id], ['grid']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
    showToast({ text })
  }

  return (
    <QueryState query={query} heading="Stock">
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const { product, stock } = first
        return (
          <>
            <PageHeading title={`Stock of ${product.name}`}>
              <Link to={`/products/${encodeURIComponent(id)}`} className="px-2 underline">
                The product
              </Link>
            </PageHeading>
            <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="text-xl font-semibold">
                {stock === null
                  ? 'Not counted: as many as shoppers order'
                  : `${formatNumberOf(stock, 'unit')} left`}
              </p>
              {mayChange ? <StockActions isCounted={stock !== null} onChoose={setAction} /> : null}
            </div>
            {first.batches && first.batches.length > 0 ? (
              <Batches
                batches={first.batches}
                onChoose={mayChange ? (action, batch) => setChosen({ action, batch }) : null}
                onRecall={mayRecall ? ({ batch }) => setRecalled(batch) : null}
                onRecallOlder={mayRecall ? () => setAsksForBatch(true) : null}
              />
            ) : null}
            <h2 className="mb-2 text-lg font-semibold">History</h2>
            <History pages={pages} />
            <MorePages query={query} />
            {asksForBatch ? (
              <OlderBatchDialog
                productsId={product.products_id}
                onFound={setRecalled}
                onClosed={() => setAsksForBatch(false)}
              />
            ) : null}
            {recalled === null ? null : (
              <RecallDialog
                productsId={product.products_id}
                batch={recalled}
                onRecalled={showChanged}
                onClosed={() => setRecalled(null)}
              />
            )}
            {chosen ? (
              <StockDialog
                {...chosen}
                page={first}
                onChanged={showChanged}
                onClosed={() => setChosen(null)}
              />
            ) : null}
          </>
        )
      }}
    </QueryState>
  )
}

function StockActions({
  isCounted,
  onChoose,
}: {
  isCounted: boolean
  onChoose: (action: StockAction) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {isCounted ? (
        <>
          <Action look="main" onClick={() => onChoose('receive')}>
            Receive
          </Action>
          <Action onClick={() => onChoose('takeOut')}>Take out</Action>
        </>
      ) : null}
      <Action onClick={() => onChoose('count')}>Count</Action>
    </div>
  )
}

function History({ pages }: { pages: readonly StockPage[] }) {
  const entries = pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <Notice title="Nothing has changed this stock yet" />
  return (
    <ol className="divide-y divide-line rounded-xl border border-line">
      {withUnitsLeft(pages[0]?.stock ?? 0, entries).map(({ entry, left: units }, index) => (
        // The list only grows at its end, or is read anew.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="grid grid-cols-[4rem_1fr_auto] items-baseline gap-x-3 py-2.5 pr-4 pl-1">
          <span className="text-right text-lg font-semibold tabular-nums">{signed(entry.units)}</span>
          <EntryText entry={entry} />
          <span className="text-sm text-ink-soft">{units} left</span>
        </li>
      ))}
    </ol>
  )
}

/**
 * Each entry, newest first, with the units that were left after it. `stock` is the sum of all entries: 0 for a product
 * that is not counted.
 */
function withUnitsLeft(stock: number, entries: readonly ShownStockEntry[]) {
  let left = stock
  return entries.map((entry) => {
    const row = { entry, left }
    left -= entry.units
    return row
  })
}

function EntryText({ entry }: { entry: ShownStockEntry }) {
  const { at, kind, orderId, by, note, cost, batch, bestBefore } = entry
  const facts = [
    batch && `batch ${batch}`,
    bestBefore && `best before ${formatDay(bestBefore)}`,
    cost !== undefined && `${formatAmount(cost)} each`,
    note,
  ].filter(Boolean)
  return (
    <div className="min-w-0 break-words">
      {kindText(kind)}
      {orderId === undefined || kind === 'neverPlaced' ? null : (
        <>
          {' '}
          <Link to={`/orders/${orderId}`} className={TEXT_LINK}>
            #{orderNumber(orderId)}
          </Link>
        </>
      )}
      {facts.length > 0 ? <span className="block">{facts.join(', ')}</span> : null}
      <span className="block text-sm text-ink-soft">
        <time dateTime={at}>{formatTime(at)}</time>
        {by === undefined ? null : ` by ${by}`}
      </span>
    </div>
  )
}
