import { printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { deliverOrder, packOrder, shipOrder, confirmPaid } from '@nashta/contracts/orders/desk/order-calls'
import { useNavigate } from 'react-router'
import { formatNumberOf } from '../../data/formats.ts'
import { useMayCall } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'

export type BulkDialogName = 'confirm' | 'pack' | 'ship' | 'deliver' | 'print'

export type BulkBarProps = {
  /** The ids of the selected orders, sorted as in the list. */
  ids: readonly string[]
  isBusy: boolean
  /** The tab of the list. Its action comes first. */
  work: string
  /** Marks the only selected order as packed. */
  onMarkPacked: () => void
  /** Opens the dialog of an action that cannot be undone, touches many orders, or needs more input. */
  onOpenDialog: (dialog: BulkDialogName) => void
  onClear: () => void
}

/** The keys of the actions that come first in each tab. The first of them is what the tab is for. */
const FIRST_KEYS: Record<string, string> = { confirm: 'c', pack: 'pmP', handOver: 'tsP', onTheWay: 'd' }

/** The actions that the operator may do with the selected orders. Each has a shortcut. */
export function BulkBar({ ids, isBusy, work, onMarkPacked, onOpenDialog, onClear }: BulkBarProps) {
  const mayCall = useMayCall()
  const navigate = useNavigate()
  const actions = [
    { key: 'c', label: 'Confirm', needs: confirmPaid, run: () => onOpenDialog('confirm') },
    {
      key: 'p',
      label: 'Pack one by one',
      needs: packOrder,
      run: () => void navigate(`/pack?${new URLSearchParams({ orders: ids.join(',') })}`),
    },
    {
      key: 'm',
      label: 'Mark as packed',
      needs: packOrder,
      run: () => (ids.length > 1 ? onOpenDialog('pack') : onMarkPacked()),
    },
    { key: 'P', label: 'Print', needs: printOrders, run: () => onOpenDialog('print') },
    { key: 's', label: 'Ship', needs: shipOrder, run: () => onOpenDialog('ship') },
    {
      key: 't',
      label: 'Tracking numbers',
      needs: shipOrder,
      run: () => void navigate(`/parcels?${new URLSearchParams({ tab: work, orders: ids.join(',') })}`),
    },
    { key: 'd', label: 'Delivered', needs: deliverOrder, run: () => onOpenDialog('deliver') },
  ]
    .filter(({ needs }) => mayCall(needs))
    .toSorted((one, other) => rankIn(work, one.key) - rankIn(work, other.key))
  const isActive = ids.length > 0 && !isBusy
  useShortcuts({
    ...Object.fromEntries(actions.map(({ key, run }) => [key, () => isActive && run()])),
    Escape: onClear,
  })
  if (ids.length === 0) return null
  return (
    <div
      role="toolbar"
      data-bar
      aria-label="Selected orders"
      className="sticky bottom-2 z-20 mt-4 flex items-center gap-2 overflow-x-auto lg:gap-1 rounded-xl border border-line bg-paper p-2 shadow-2xl max-lg:bottom-18"
    >
      <output className="px-2 font-semibold whitespace-nowrap">
        {isBusy ? 'Working…' : `${formatNumberOf(ids.length, 'order')} selected`}
      </output>
      {actions.map(({ key, label, run }) => (
        <Action
          key={key}
          look={FIRST_KEYS[work]?.startsWith(key) ? 'main' : 'quiet'}
          aria-disabled={isBusy || undefined}
          onClick={() => isActive && run()}
        >
          {label}
          <kbd className="hidden font-sans text-sm font-normal lg:inline">
            {key === 'P' ? 'Shift P' : key}
          </kbd>
        </Action>
      ))}
      <Action look="plain" onClick={onClear}>
        Clear
      </Action>
    </div>
  )
}

function rankIn(work: string, key: string) {
  const keys = FIRST_KEYS[work] ?? ''
  return keys.includes(key) ? keys.indexOf(key) : keys.length
}
