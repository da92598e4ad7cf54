import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { readGrid } from '@nashta/contracts/catalogue/product-grid'
import { createProduct } from '@nashta/contracts/catalogue/product-writes'
import { listCustomers } from '@nashta/contracts/orders/desk/customers'
import { packOrder } from '@nashta/contracts/orders/desk/order-calls'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { WORK_LABELS } from '../data/order-labels.ts'
import { useFetchShop, useIsPacker, useMayCall } from '../session/desk-session.tsx'
import { CloseAction } from '../ui/controls.tsx'
import { useCloseFromOutside } from '../ui/dialog.tsx'
import { INPUT } from '../ui/inputs.tsx'
import { SCREENS } from './screens.ts'

type Command = { id: string; label: string; hint: string; run: () => void }

/** The most orders that a search shows. The same limit holds for customers and for products. */
const FOUND_MAX = 4

/** Pages that a search finds besides the screens, with the call that each needs. */
const LINKS: { label: string; path: string; needs: Pick<Endpoint, 'method' | 'path'> }[] = [
  { label: 'Pack the next order', path: '/pack', needs: packOrder },
  ...(['confirm', 'findPayment', 'pack', 'handOver', 'problem'] as const).map((work) => ({
    label: `Orders: ${WORK_LABELS[work].toLowerCase()}`,
    path: `/orders?work=${work}`,
    needs: listOrders,
  })),
  { label: 'Add a product', path: '/products/new', needs: createProduct },
  { label: 'Products with low stock', path: '/products?show=low+stock', needs: readGrid },
]

export type CommandPaletteProps = {
  dialog: RefObject<HTMLDialogElement | null>
  /** Commands that run something instead of opening a page. */
  actions: readonly { label: string; hint: string; run: () => void }[]
}

/** Finds screens, orders, products, customers and actions by typing. Opened by Ctrl K or ⌘ K. */
export function CommandPalette({ dialog, actions }: CommandPaletteProps) {
  useCloseFromOutside(dialog)
  return (
    <dialog
      ref={dialog}
      aria-label="Go to"
      className="mx-auto mt-[10dvh] w-[min(36rem,92vw)] rounded-2xl border border-line bg-paper p-3 text-ink"
    >
      <PaletteContent actions={actions} close={() => dialog.current?.close()} />
    </dialog>
  )
}

function PaletteContent({ actions, close }: Pick<CommandPaletteProps, 'actions'> & { close: () => void }) {
  const navigate = useNavigate()
  const mayCall = useMayCall()
  const listId = useId()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const search = text.trim()
  const found = useSearchResults(search)

  const matches = (label: string) => label.toLowerCase().includes(search.toLowerCase())
  const commands: Command[] = [
    ...SCREENS.filter(({ needs, label }) => mayCall(needs) && matches(label)).map(({ path, label, key }) => ({
      id: path,
      label,
      hint: `g ${key}`,
      run: () => void navigate(path),
    })),
    ...(search === '' ? [] : LINKS)
      .filter(({ needs, label }) => mayCall(needs) && matches(label))
      .map(({ label, path }) => ({ id: label, label, hint: 'page', run: () => void navigate(path) })),
    ...actions
      .filter(({ label }) => matches(label))
      .map(({ label, hint, run }) => ({ id: label, label, hint, run })),
    ...found.map(({ path, label, hint }) => ({ id: path, label, hint, run: () => void navigate(path) })),
  ]
  const current = Math.min(selected, commands.length - 1)

  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])

  function choose(command: Command | undefined) {
    if (!command) return
    setText('')
    setSelected(0)
    close()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      // After the last command comes the first, and the other way round.
      setSelected((current + step + commands.length) % Math.max(commands.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(commands[current])
    }
  }

  return (
    <>
      <div className="flex items-center gap-1">
        <input
          role="combobox"
          aria-label="Screens, orders, products, customers, actions"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={commands[current] ? `${listId}-${current}` : undefined}
          autoComplete="off"
          value={text}
          placeholder="Where to?"
          onChange={(event) => {
            setText(event.target.value)
            setSelected(0)
          }}
          onKeyDown={onKeyDown}
          className={INPUT}
        />
        <CloseAction label="Close" onClick={close} />
      </div>
      {/* A native select shows no hints, and the field above cannot control it. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={listId} role="listbox" aria-label="Found" className="mt-2 grid max-h-[60dvh] overflow-y-auto">
        {commands.map((command, index) => (
          <button
            key={command.id}
            id={`${listId}-${index}`}
            type="button"
            tabIndex={-1}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            aria-selected={index === current}
            onClick={() => choose(command)}
            className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 aria-selected:bg-raspberry-tint aria-selected:text-raspberry-deep"
          >
            <span>{command.label}</span>
            <span className="text-ink-soft">{command.hint}</span>
          </button>
        ))}
      </div>
      {commands.length === 0 ? <p className="p-3 text-ink-soft">Nothing has this name.</p> : null}
    </>
  )
}

/** The orders, customers and products that match the typed text and that the operator's role may read. */
function useSearchResults(search: string): { path: string; label: string; hint: string }[] {
  const mayCall = useMayCall()
  const isPacker = useIsPacker()
  const fetchShop = useFetchShop()
  const isLongEnough = search.length > 1
  const parameters = { search, limit: FOUND_MAX }
  const orders = useQuery({
    queryKey: ['orders', 'palette', search],
    // The Shop API refuses a packer's search in all orders.
    enabled: isLongEnough && mayCall(listOrders) && !isPacker,
    queryFn: async ({ signal }) => {
      const { data } = await fetchShop(listOrders, { query: parameters, signal })
      return data.orders
    },
  })
  const customers = useQuery({
    queryKey: ['customers', 'palette', search],
    enabled: isLongEnough && mayCall(listCustomers),
    queryFn: async ({ signal }) => {
      const { data } = await fetchShop(listCustomers, { query: parameters, signal })
      return data.customers
    },
  })
  const products = useQuery({
    queryKey: ['grid', 'palette', search],
    enabled: isLongEnough && mayCall(readGrid),
    queryFn: async ({ signal }) => {
      const { data } = await fetchShop(readGrid, { query: parameters, signal })
      return data.rows
    },
  })
  if (!isLongEnough) return []
  return [
    ...(orders.data ?? []).map(({ purchaseId, name }) => ({
      path: `/orders/${encodeURIComponent(purchaseId)}`,
      label: [`#${orderNumber(purchaseId)}`, name].filter(Boolean).join(', '),
      hint: 'order',
    })),
    ...(customers.data ?? []).map(({ customerId, name, phone }) => ({
      path: `/customers/${encodeURIComponent(customerId)}`,
      label: `${name}, ${phone}`,
      hint: 'customer',
    })),
    ...(products.data ?? []).map(({ products_id, name, packLabel }) => ({
      path: `/products/${encodeURIComponent(products_id)}`,
      label: [name, packLabel].filter(Boolean).join(', '),
      hint: 'product',
    })),
  ]
}
