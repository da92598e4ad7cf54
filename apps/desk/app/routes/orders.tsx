import { useCall } from '@nashta/browser/forms/use-call'
import { type BulkAction, bulkOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatNumberOf } from '../data/formats.ts'
import { WORK_LABELS } from '../data/order-labels.ts'
import { BulkBar, type BulkDialogName } from '../features/orders/bulk-bar.tsx'
import { BulkDialog } from '../features/orders/bulk-dialog.tsx'
import { FilterForm } from '../features/orders/filter-form.tsx'
import { idsBetween } from '../features/orders/live-rows.ts'
import { type OrderFilter, PACKER_TABS, readFilter, WORK_TABS } from '../features/orders/order-filter.ts'
import { useSoundSetting } from '../features/orders/order-sound.ts'
import { OrdersTable } from '../features/orders/orders-table.tsx'
import { runBulk } from '../features/orders/run-bulk.ts'
import { useOrderList } from '../features/orders/use-order-list.ts'
import { useToday } from '../features/today/use-today.ts'
import { useFetchShop, useIsPacker, useMayCall } from '../session/desk-session.tsx'
import { useRowShortcuts } from '../shell/row-keys.ts'
import { useToast } from '../shell/toasts.tsx'
import { Action, actionClasses, FailureList, PageHeading } from '../ui/controls.tsx'
import { MorePages, NoRows } from '../ui/more-pages.tsx'
import { failureText, FoundState } from '../ui/query-state.tsx'

const NONE_SELECTED: ReadonlySet<string> = new Set()

type BulkRun = {
  action: BulkAction
  courier?: string | undefined
  ids: readonly string[]
}

export default function Orders() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const isPacker = useIsPacker()
  const mayCall = useMayCall()
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params, { isPacker })
  const [selected, setSelected] = useState(NONE_SELECTED)
  const [dialog, setDialog] = useState<BulkDialogName | null>(null)
  /** Why orders were refused, one text each. */
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const sound = useSoundSetting()
  // The sound is for operators who look at another tab, so it needs polling in the background.
  const { query, rows, goneIds, newCount, reloadList } = useOrderList(filter, {
    inBackground: sound.isOn,
  })
  // Selected orders that are no longer listed do not count.
  const selectedRows = rows.filter(({ purchaseId }) => selected.has(purchaseId))
  const selectedIds = selectedRows.map(({ purchaseId }) => purchaseId)
  const table = useRef<HTMLTableElement>(null)
  /** The order on which `x` or `X` was last pressed. The next `X` selects a range from here. */
  const rangeStartId = useRef<string | null>(null)

  async function runAndReport({ action, courier, ids }: BulkRun) {
    setRefusals([])
    const { text, changedIds, failureTexts, failedIds } = await runBulk(fetchShop, {
      action,
      ids,
      ...(courier && { courier }),
    })
    const isUndoable = action === 'pack' && changedIds.length > 0
    // When all orders were refused, the list of refusals says it, and a message would hide the bar.
    if (failedIds.length < ids.length)
      showToast({
        text,
        ...(isUndoable && { undo: () => void undo.run({ action: 'unpack', ids: changedIds }) }),
      })
    setRefusals(failureTexts)
    // Failed orders stay selected, for another attempt or action.
    setSelected((before) => new Set([...before].filter((id) => failedIds.includes(id) || !ids.includes(id))))
    await Promise.all([reloadList(), queries.invalidateQueries({ queryKey: ['today'] })])
  }
  const bulk = useCall(runAndReport, failureText)
  // Its own call, because it may begin while the list is reloaded after the action.
  const undo = useCall(runAndReport, failureText)
  const failure = undo.failure ?? bulk.failure

  useRowShortcuts(table, {
    ...(mayCall(bulkOrders) && {
      x: () => toggleFocused(),
      X: () => selectRangeToFocused(),
      a: () => toggleAll(),
    }),
    n: () => void reloadList(),
  })

  function changeFilter(changes: Partial<OrderFilter>) {
    clearSelectionAndFailures()
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) current.set(name, value)
          else current.delete(name)
        }
        return current
      },
      { replace: true },
    )
  }

  function clearSelectionAndFailures() {
    setRefusals([])
    bulk.clearFailure()
    undo.clearFailure()
    setSelected(NONE_SELECTED)
  }

  function setRowsSelected(ids: readonly string[], isSelected: boolean) {
    setSelected((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }

  function toggleAll() {
    const ids = rows.map(({ purchaseId }) => purchaseId)
    const areAllSelected = selectedIds.length === ids.length
    setRowsSelected(ids, !areAllSelected)
  }

  function toggleFocused() {
    const id = focusedId()
    if (!id) return
    setRowsSelected([id], !selected.has(id))
    rangeStartId.current = id
  }

  function selectRangeToFocused() {
    const id = focusedId()
    if (!id) return
    setRowsSelected(idsBetween(rows, rangeStartId.current, id), true)
    rangeStartId.current = id
  }

  return (
    <>
      <PageHeading title="Orders">
        <Action look="plain" aria-pressed={sound.isOn} onClick={sound.toggle}>
          Sound {sound.isOn ? 'on' : 'off'}
        </Action>
        {/* On wide screens the navigation shows it. */}
        {mayCall(takeOrder) ? (
          <Link to="/orders/new" className={`${actionClasses()} lg:hidden`}>
            New order
          </Link>
        ) : null}
      </PageHeading>
      <Tabs filter={filter} isPacker={isPacker} onChoose={clearSelectionAndFailures} />
      <FilterForm filter={filter} onChange={changeFilter} isPacker={isPacker} />
      {/* This element is always present, so that screen readers announce what appears in it. */}
      <output className="block">
        {newCount > 0 ? (
          <button
            type="button"
            onClick={() => void reloadList()}
            className="mb-3 min-h-10 w-full rounded-xl bg-raspberry-tint font-semibold text-raspberry-deep"
          >
            {newCount} new: show
          </button>
        ) : null}
      </output>
      <FoundState query={query}>
        {() =>
          rows.length === 0 ? (
            <NoRows query={query} title="No orders here">
              {Object.values(filter).some(Boolean)
                ? 'No order matches the tab, the filters and the search.'
                : 'The first order appears here by itself.'}
            </NoRows>
          ) : (
            <>
              <OrdersTable
                table={table}
                rows={rows}
                goneIds={goneIds}
                selected={selected}
                onSelect={mayCall(bulkOrders) ? setRowsSelected : null}
                showsMoney={!isPacker}
              />
              <MorePages query={query}>{formatNumberOf(rows.length, 'order')}</MorePages>
            </>
          )
        }
      </FoundState>
      <FailureList title="Not done:" texts={failure === null ? refusals : [failure]} />
      <BulkBar
        ids={selectedIds}
        isBusy={bulk.isBusy || undo.isBusy}
        work={filter.work}
        onMarkPacked={() => void bulk.run({ action: 'pack', ids: selectedIds })}
        onOpenDialog={setDialog}
        onClear={() => setSelected(NONE_SELECTED)}
      />
      {dialog ? (
        <BulkDialog
          dialog={dialog}
          rows={selectedRows}
          // The page shows what could not be done.
          onRun={async (action, ids, courier) => void (await bulk.run({ action, courier, ids }))}
          onClosed={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

/** The id of the order whose row has the focus. */
function focusedId() {
  return document.activeElement?.getAttribute('data-row')
}

type TabsProps = { filter: OrderFilter; isPacker: boolean; onChoose: () => void }

/** One tab for each kind of work. Choosing a tab keeps the other filters. */
function Tabs({ filter, isPacker, onChoose }: TabsProps) {
  const [params] = useSearchParams()
  const counts = new Map<string, number>(Object.entries(useToday().data?.work ?? {}))
  const tabs = [
    ...(isPacker ? [] : [{ work: '', label: 'All' }]),
    ...(isPacker ? PACKER_TABS : WORK_TABS).map((work) => ({ work, label: WORK_LABELS[work] })),
  ]

  function addressOf(work: string) {
    const next = new URLSearchParams(params)
    if (work) next.set('work', work)
    else next.delete('work')
    return `?${next}`
  }

  return (
    <nav aria-label="Work" className="mb-3 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ work, label }) => (
        <Link
          key={label}
          to={addressOf(work)}
          replace
          onClick={onChoose}
          aria-current={filter.work === work ? 'page' : undefined}
          className="inline-flex min-h-10 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-raspberry aria-[current=page]:text-ink"
        >
          {/* The key scrolls again when the counts make the tabs wider. */}
          <span key={counts.size} ref={filter.work === work ? scrollToMiddle : undefined}>
            {label}
          </span>
          {counts.get(work) ? (
            <span className="rounded-full bg-paper-deep px-1.5 text-sm">{counts.get(work)}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls the tabs sideways, because not all fit on a phone. */
function scrollToMiddle(label: HTMLElement | null) {
  const tabs = label?.closest('nav')
  if (!label || !tabs) return
  const [outer, inner] = [tabs.getBoundingClientRect(), label.getBoundingClientRect()]
  tabs.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
