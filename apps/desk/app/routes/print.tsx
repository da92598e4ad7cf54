import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { getShop } from '@nashta/contracts/shop/shop'
import { Failure } from '@nashta/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { formatNumberOf } from '../data/formats.ts'
import { isPrintKind, PRINT_KINDS, type PrintKind } from '../data/print-kinds.ts'
import { runBulk } from '../features/orders/run-bulk.ts'
import { SHEETS } from '../features/print/sheets.tsx'
import { useDesk, useFetchShop } from '../session/desk-session.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { Action } from '../ui/controls.tsx'
import { Message } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/print'

/** One print document. It opens the print dialog by itself and then marks the orders as printed. */
export default function Print({ params: { kind } }: Route.ComponentProps) {
  const { snapshot, lockReason } = useDesk()
  if (snapshot.status === 'unknown') return <Message title="The desk is loading" />
  if (snapshot.status === 'signed-out' || lockReason !== null) return <SignIn />
  if (!isPrintKind(kind)) return <Message title="There is no such document" />
  return <PrintPage kind={kind} />
}

function PrintPage({ kind }: { kind: PrintKind }) {
  const Sheets = SHEETS[kind]
  const fetchShop = useFetchShop()
  const [params] = useSearchParams()
  const ids = params.get('ids') ?? ''
  const query = useQuery({
    queryKey: ['print', ids],
    // A document must not change while it is printed.
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => {
      const [{ documents }, shop] = await Promise.all([
        fetchShop(printOrders, { query: { ids }, signal }).then(({ data }) => data),
        fetchShop(getShop, { signal }).then(({ data }) => data),
      ])
      return { documents, shop }
    },
  })
  const isReady = query.isSuccess
  const found = query.data?.documents.map(({ order }) => order) ?? []
  const { failure, isMarked } = usePrinting(isReady, found)

  return (
    <main className="bg-paper-deep print:bg-transparent">
      <div className="flex flex-wrap items-center gap-3 p-4 print:hidden">
        <h1 className="font-display text-xl font-semibold">{PRINT_KINDS[kind].title}</h1>
        <Action look="main" disabled={!isReady} onClick={() => window.print()}>
          Print
        </Action>
        <output>{isMarked ? `${formatNumberOf(found.length, 'order')} marked as printed` : ''}</output>
        {failure ? <Failure>{failure}</Failure> : null}
      </div>
      <QueryState query={query}>
        {({ documents, shop }) => (
          <div className="grid justify-center-safe gap-4 overflow-x-auto pb-4 print:block print:overflow-visible print:p-0">
            <Sheets documents={documents} shop={shop} />
          </div>
        )}
      </QueryState>
    </main>
  )
}

/**
 * Opens the print dialog once the documents are loaded, and marks the orders as printed whenever a
 * print dialog closes. A cancelled dialog counts too, because browsers do not tell whether it was
 * cancelled.
 */
function usePrinting(isReady: boolean, orders: readonly DeskOrder[]) {
  const fetchShop = useFetchShop()
  const [isMarked, setIsMarked] = useState(false)
  const mark = useCall(async () => {
    const ids = orders.map(({ purchaseId }) => purchaseId)
    // A slip that was printed just before a refund is out of date, and does not count.
    const versions = Object.fromEntries(orders.map(({ purchaseId, version }) => [purchaseId, version]))
    const { failureTexts } = await runBulk(fetchShop, { action: 'printed', ids, versions })
    setIsMarked(failureTexts.length === 0)
    if (failureTexts.length > 0) throw new Refusal(failureTexts.join(' '))
  }, failureText)
  const markPrinted = useEffectEvent(() => void mark.run())

  useEffect(() => {
    if (!isReady) return undefined
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('afterprint', () => markPrinted(), { signal })
    // Before the fonts are loaded, browsers would print in fallback fonts.
    void document.fonts.ready.then(() => {
      if (!signal.aborted) window.print()
    })
    return () => controller.abort()
  }, [isReady])
  return { isMarked, failure: mark.failure }
}
