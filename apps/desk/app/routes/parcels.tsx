import { useCall } from '@nashta/browser/forms/use-call'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { findCourier, trackingUrlOf } from '@nashta/contracts/delivery/couriers'
import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { orderNumber, typedOrderNumber } from '@nashta/contracts/orders/order-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { formatNumberOf, formatTime } from '../data/formats.ts'
import { WORK_LABELS } from '../data/order-labels.ts'
import { canScan, ScanDialog } from '../dialogs/scan-dialog.tsx'
import { useCouriers } from '../dialogs/use-couriers.ts'
import { runBulk } from '../features/orders/run-bulk.ts'
import { type ParcelDraft, readNumbers, TRACKING_NUMBER } from '../features/parcels/read-numbers.ts'
import { useFetchShop, useIsPacker } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Action, Card, FailureList, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { INPUT, Labelled, TextInput } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

/** The orders on the screen at once, the oldest first. */
const ORDERS_MAX = 200
/** The list is newest first, so its end is looked for, over at most so many pages. */
const PAGES_MAX = 10

const TABS = [
  { name: 'handOver', label: WORK_LABELS.handOver },
  { name: 'onTheWay', label: 'Without a number' },
] as const
type TabName = (typeof TABS)[number]['name']

/** Tracking numbers for many orders: pasted, scanned or typed. */
export default function Parcels() {
  const fetchShop = useFetchShop()
  const [params] = useSearchParams()
  const isPacker = useIsPacker()
  const tab: TabName = params.get('tab') === 'onTheWay' && !isPacker ? 'onTheWay' : 'handOver'
  const query = useQuery({
    queryKey: ['orders', 'parcels', tab],
    // The rows must not move while numbers are typed.
    ...FETCH_ONCE,
    gcTime: 0,
    queryFn: ({ signal }) => readOrders(fetchShop, tab, signal),
  })
  return (
    <>
      <PageHeading title="Parcels">
        <Link to={`/orders?work=${tab}`} className={`px-2 ${TEXT_LINK}`}>
          All orders
        </Link>
      </PageHeading>
      {isPacker ? null : (
        <nav aria-label="Parcels" className="mb-3 flex gap-1 border-b border-line">
          {TABS.map(({ name, label }) => (
            <Link
              key={name}
              to={`?tab=${name}`}
              replace
              aria-current={tab === name ? 'page' : undefined}
              className="inline-flex min-h-10 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-raspberry aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <QueryState query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice title={tab === 'handOver' ? 'Nothing to hand over' : 'Every parcel has its number'}>
              {tab === 'handOver'
                ? 'Packed orders appear here.'
                : 'Orders that were shipped without a tracking number appear here.'}
            </Notice>
          ) : (
            <NumbersForm
              // A tab begins with empty fields.
              key={tab}
              tab={tab}
              rows={rows}
            />
          )
        }
      </QueryState>
    </>
  )
}

type PageQuery = { work: TabName; limit: string; cursor?: string }

async function readOrders(fetchShop: FetchShop, work: TabName, signal: AbortSignal): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query: PageQuery = { work, limit: String(ORDERS_MAX), ...(cursor !== null && { cursor }) }
    const { orders, nextCursor } = (await fetchShop(listOrders, { query, signal })).data
    found.push(...orders.filter(({ untracked }) => work === 'handOver' || untracked !== undefined))
    cursor = nextCursor
    if (cursor === null) break
  }
  return found.slice(-ORDERS_MAX).toReversed()
}

type NumbersFormProps = { tab: TabName; rows: readonly OrderRow[] }

function NumbersForm({ tab, rows }: NumbersFormProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const couriers = useCouriers()
  const [params] = useSearchParams()
  const chosen = new Set(params.get('orders')?.split(',') ?? [])
  const shown = chosen.size > 0 ? rows.filter(({ purchaseId }) => chosen.has(purchaseId)) : rows
  const [courier, setCourier] = useState('')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ParcelDraft>>(new Map())
  const [pasted, setPasted] = useState('')
  /** What the last paste or file gave. */
  const [filledText, setFilledText] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<'scan' | 'save' | null>(null)
  /** The order that the next scanned number belongs to; null for the first one without a number. */
  const [scannedId, setScannedId] = useState<string | null>(null)
  const ids = shown.map(({ purchaseId }) => purchaseId)
  const filled = ids.filter((id) => drafts.get(id)?.trackingNumber)
  const freeIds = ids.filter((id) => !drafts.get(id)?.trackingNumber)
  const needsCourier = tab === 'handOver' && filled.some((id) => !drafts.get(id)?.courier)
  const lacksCourier = needsCourier && courier.trim() === ''
  const label = tab === 'handOver' ? 'Ship' : 'Save'

  const save = useCall(async () => {
    const parcels = Object.fromEntries(
      shown.flatMap(({ purchaseId, untracked = '' }) => {
        const draft = drafts.get(purchaseId)
        if (!draft?.trackingNumber) return []
        const courierOfRow = tab === 'handOver' ? courier.trim() : untracked
        return [
          [purchaseId, { courier: draft.courier ?? courierOfRow, trackingNumber: draft.trackingNumber }],
        ]
      }),
    )
    const action = tab === 'handOver' ? 'ship' : 'track'
    const done = await runBulk(fetchShop, { action, ids: Object.keys(parcels), parcels })
    showToast({ text: done.text })
    setProblems(done.failureTexts)
    setFilledText('')
    setScannedId(null)
    // What was refused stays, to be corrected. The other orders leave the list.
    setDrafts((latest) => new Map([...latest].filter(([id]) => done.failedIds.includes(id))))
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['orders'] }),
      queries.invalidateQueries({ queryKey: ['today'] }),
    ])
  }, failureText)

  function setNumber(id: string, trackingNumber: string) {
    setDrafts((before) =>
      new Map(before).set(id, { ...before.get(id), trackingNumber: trackingNumber.trim() }),
    )
  }

  function fillFrom(text: string) {
    const used = new Set(filled.map((id) => drafts.get(id)?.trackingNumber ?? ''))
    const read = readNumbers(text, { ids, freeIds, couriers, used })
    setDrafts((before) => new Map([...before, ...read.drafts]))
    setProblems(read.problems)
    setFilledText(`${formatNumberOf(read.drafts.size, 'number')} filled in`)
    if (read.drafts.size > 0) setPasted('')
  }

  function idOfOrderCode(code: string) {
    return ids.find((id) => orderNumber(id) === typedOrderNumber(code))
  }

  /** The number of a listed order chooses that order. Every other code is a tracking number. */
  function readCode(code: string): string {
    const text = code.trim()
    const idOfCode = idOfOrderCode(text)
    if (idOfCode !== undefined) {
      setScannedId(idOfCode)
      return `Order #${orderNumber(idOfCode)}`
    }
    const id = scannedId ?? freeIds[0]
    if (id === undefined) return 'Every order has its number'
    if (!TRACKING_NUMBER.test(text)) return 'This is not a tracking number'
    if (filled.some((each) => drafts.get(each)?.trackingNumber === text)) return `${text} is there already`
    setNumber(id, text)
    setScannedId(null)
    return `#${orderNumber(id)}: ${text}`
  }

  const nextId = scannedId ?? freeIds[0]
  return (
    <div className="grid gap-4">
      <Card title="From the courier">
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {tab === 'handOver' ? (
            <TextInput
              label="Courier"
              value={courier}
              suggestions={couriers.map(({ name }) => name)}
              hint={courierHint(couriers, courier)}
              onChange={setCourier}
            />
          ) : null}
          <TextInput
            label="Paste numbers"
            rows={3}
            value={pasted}
            hint="A column fills the orders from top to bottom. Lines of a CSV may name order and courier."
            onChange={setPasted}
          />
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <Action disabled={pasted.trim() === ''} onClick={() => fillFrom(pasted)}>
            Fill in
          </Action>
          <label className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-ink-soft/60 px-4 font-semibold focus-within:outline-2">
            CSV file
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              className="sr-only"
              onChange={({ target }) => {
                void target.files?.[0]?.text().then(fillFrom)
                target.value = ''
              }}
            />
          </label>
          {canScan() ? <Action onClick={() => setDialog('scan')}>Scan</Action> : null}
          <output className="self-center font-medium">{filledText}</output>
        </div>
      </Card>
      <FailureList
        title="Not filled in or not done:"
        texts={save.failure === null ? problems : [save.failure]}
      />
      <ul className="max-w-4xl divide-y divide-line rounded-2xl border border-line bg-white">
        {shown.map((row) => (
          <NumberRow
            key={row.purchaseId}
            row={row}
            draft={drafts.get(row.purchaseId)}
            couriers={couriers}
            courier={tab === 'handOver' ? courier : (row.untracked ?? '')}
            onNumber={(trackingNumber) => setNumber(row.purchaseId, trackingNumber)}
          />
        ))}
      </ul>
      <div
        data-bar
        className="sticky bottom-2 z-20 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-paper p-2 shadow-2xl max-lg:bottom-18"
      >
        <Action
          look="main"
          disabled={filled.length === 0 || lacksCourier}
          aria-disabled={save.isBusy || undefined}
          onClick={() => setDialog('save')}
        >
          {save.isBusy
            ? 'Saving…'
            : filled.length === 0
              ? label
              : `${label} ${formatNumberOf(filled.length, 'order')}`}
        </Action>
        {lacksCourier ? <span>Which courier?</span> : null}
      </div>
      {dialog === 'scan' ? (
        <ScanDialog
          instruction={
            nextId === undefined
              ? 'Every order has its number.'
              : `Order #${orderNumber(nextId)}: show the courier’s barcode. The code on our label chooses its order.`
          }
          // Where our label and the courier's are seen together, ours says which order it is.
          isFirst={(code) => idOfOrderCode(code) !== undefined}
          onCode={readCode}
          onClosed={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'save' ? (
        <ConfirmDialog
          title={`${label} ${formatNumberOf(filled.length, 'order')}`}
          submitLabel={label}
          // The page shows a failure, because what was typed is there.
          onConfirm={async () => void (await save.run())}
          onClosed={() => setDialog(null)}
        >
          Each shopper with an e-mail address gets a mail with the tracking number and the link of the
          courier. A wrong number can be corrected on the page of its order.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function courierHint(couriers: ReturnType<typeof useCouriers>, typed: string) {
  if (typed.trim() === '') return 'For all orders below without a courier of their own'
  const known = findCourier(couriers, typed)
  return known?.trackingUrl === undefined
    ? 'Without a tracking link: add its address in the settings'
    : 'With a tracking link'
}

type NumberRowProps = {
  row: OrderRow
  draft: ParcelDraft | undefined
  couriers: ReturnType<typeof useCouriers>
  courier: string
  onNumber: (trackingNumber: string) => void
}

function NumberRow({ row, draft, couriers, courier, onNumber }: NumberRowProps) {
  const { purchaseId, name, city, purchaseDate } = row
  const number = orderNumber(purchaseId)
  const parcel = { courier: draft?.courier ?? courier, trackingNumber: draft?.trackingNumber }
  const known = findCourier(couriers, parcel.courier)
  // `trackingUrlOf` reads couriers as the shop's record has them: a name and the pattern of its links.
  const url = known?.trackingUrl
    ? trackingUrlOf({ couriers: [`${known.name} ${known.trackingUrl}`] }, parcel)
    : undefined
  return (
    <li className="grid gap-x-4 gap-y-1 p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] sm:items-center">
      <div>
        <Link to={`/orders/${encodeURIComponent(purchaseId)}`} className={TEXT_LINK}>
          #{number}
        </Link>
        <span className="block text-sm">{[name, city].filter(Boolean).join(', ')}</span>
        <span className="block text-sm text-ink-soft">
          {[formatTime(purchaseDate), draft?.courier ?? row.untracked].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div>
        <Labelled label={`Tracking number of #${number}`}>
          <input
            value={draft?.trackingNumber ?? ''}
            onChange={({ target }) => onNumber(target.value)}
            maxLength={64}
            pattern="[0-9A-Za-z\-]*"
            autoComplete="off"
            autoCapitalize="characters"
            className={INPUT}
          />
        </Labelled>
        {url === undefined ? null : (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={`inline-flex min-h-8 items-center text-sm ${TEXT_LINK}`}
          >
            Try the link
          </a>
        )}
      </div>
    </li>
  )
}
