import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import { ERROR_STATUS } from '@nashta/contracts/api/reply'
import type { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { LogEntry, OperatorLog } from '../../operator-log/operator-log.ts'
import { deleteProduct, saveChange, type WriteProductsDeps } from '../admin/write-products.ts'
import type { ProductChange, ProductRecord } from '../product-store.ts'
import { productVersion } from '../product.ts'
import { inSmallBatches } from './import-rows.ts'

type UndoneChange = ReplyTo<typeof undoProducts>['data']['rows'][number]
type WantedUndo = { products_id: string; at: string }
type Deps = WriteProductsDeps & { operatorLog: OperatorLog }

/** A change is decided again when its product has changed meanwhile. */
const TRIES_MAX = 3

/** Undoes each change by itself. What was done is a further entry of the log. */
export function undoChanges(
  deps: Deps,
  caller: Caller,
  changes: readonly WantedUndo[],
): Promise<UndoneChange[]> {
  return inSmallBatches(
    changes,
    async (wanted): Promise<UndoneChange> => {
      const message = await undoChange(deps, caller, wanted)
      const { products_id } = wanted
      return message === null ? { products_id, isUndone: true } : { products_id, isUndone: false, message }
    },
    ({ isUndone }) => isUndone,
  )
}

/** Returns why the change is not undone; null if it is. */
async function undoChange(deps: Deps, caller: Caller, { products_id, at }: WantedUndo) {
  const entry = await findEntry(deps, products_id, at)
  if (!entry) return 'The log has no such change'
  for (let tries = 1; ; tries += 1) {
    const current = await deps.products.findWithDrafts(products_id)
    const decided = decideUndo(current, entry)
    if (decided.kind === 'refused') return decided.message
    if (decided.kind === 'done' || !current) return null
    try {
      if (decided.kind === 'remove') {
        await deleteProduct(deps, caller, products_id)
        return null
      }
      await saveChange(deps, caller, current, { change: decided.fields, seen: productVersion(current) })
      return null
    } catch (error) {
      if (!(error instanceof ServiceError) || ERROR_STATUS[error.code] >= 500) throw error
      const isChanged = error.code === 'PRODUCT_CHANGED' || error.code === 'PRODUCT_NOT_FOUND'
      if (!isChanged || tries >= TRIES_MAX) return error.message
    }
  }
}

async function findEntry({ operatorLog }: Deps, subject: string, at: string): Promise<LogEntry | undefined> {
  const until = new Date(Date.parse(at) + 1).toISOString()
  const [entry] = await operatorLog.list({ kind: 'product', subject, from: at, until }, { limit: 1 })
  return entry
}

type DecidedUndo =
  | { kind: 'done' }
  | { kind: 'remove' }
  | { kind: 'change'; fields: ProductChange }
  | { kind: 'refused'; message: string }

/** How a change of the log is undone. A field that has another value since is not touched, nor are the others. */
function decideUndo(
  current: ProductRecord | null,
  { action, changes, at }: Pick<LogEntry, 'action' | 'changes' | 'at'>,
): DecidedUndo {
  if (action === 'create') {
    if (!current) return { kind: 'done' }
    if (current.updatedAt !== at) return refused('It was changed after it was added')
    const isSold = (current.stock ?? null) !== (changes['stock']?.to ?? null)
    return isSold ? refused('Its stock has changed since it was added') : { kind: 'remove' }
  }
  if (action !== 'update') return refused('Only an addition or a change can be undone')
  if (!current) return refused('The product was removed since')
  const values = new Map<string, unknown>(Object.entries(current))
  const valueOf = (field: string) => JSON.stringify(values.get(field) ?? null)
  const all = Object.entries(changes)
  if (all.every(([field, { from }]) => valueOf(field) === JSON.stringify(from))) return { kind: 'done' }
  const changedAgain = all.find(([field, { to }]) => valueOf(field) !== JSON.stringify(to))
  if (changedAgain) return refused(`${changedAgain[0]} has changed since`)
  return { kind: 'change', fields: Object.fromEntries(all.map(([field, { from }]) => [field, from])) }
}

function refused(message: string): DecidedUndo {
  return { kind: 'refused', message }
}
