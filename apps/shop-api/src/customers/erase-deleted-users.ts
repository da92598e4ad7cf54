import type { FastifyBaseLogger } from 'fastify'
import type { AccountDeps } from '../account/account-deps.ts'
import type { PoolDirectory } from '../account/accounts.ts'
import { eraseShopper } from '../account/erase-account.ts'
import { needsPersonalData } from '../account/erase-order.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { repeat } from '../repeat.ts'

/** One run asks the user pool about this many customers at most. */
const CUSTOMERS_PER_RUN = 25
const SWEEP_EVERY_MS = 60_000
/** More missing accounts than this, or than this share of the customers, look like another pool. */
const MISSING_MAX = 3
const MISSING_SHARE_MAX = 0.05

/** Ids of guests and of demo shoppers have another form than the sub of an account. */
const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The addresses of a user's orders, in lower case, without an address that belongs to another
 * account now. If the pool cannot be asked, no address counts as the user's own.
 */
export async function ownEmailsOf(
  { directory }: Pick<AccountDeps, 'directory'>,
  userId: string,
  orders: readonly OrderRecord[],
): Promise<string[]> {
  if (!directory) return []
  const emails = new Set(orders.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))
  const own: string[] = []
  for (const email of emails) {
    const owner = await directory.ownerOf(email)
    if (owner === null || owner === userId) own.push(email)
  }
  return own
}

type SweepDeps = AccountDeps & {
  allOrders: Pick<AllOrders, 'list'>
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}
type DeletedUserDeps = SweepDeps & { directory: PoolDirectory }

/** Erases the shop's data about a user who is no longer in the pool, unless an order is still open. */
async function eraseDeletedUser(deps: DeletedUserDeps, userId: string): Promise<void> {
  if (await deps.directory.hasUser(userId)) return
  const orders = await deps.purchases.listAll(userId)
  if (orders.some(needsPersonalData)) return
  const { orders: erased } = await eraseShopper(deps, userId, await ownEmailsOf(deps, userId, orders))
  deps.logger.info({ orders: erased }, 'the data of an account that was deleted in the user pool was erased')
}

/**
 * Returns a function that looks for customers whose account was deleted in the user pool alone, for
 * example in Cognito's console, and erases them. Each run looks at some customers, and the run after
 * the last customer begins again. Customers are erased at the end, and only if few accounts are
 * missing: after a restored or a wrong pool, all would be.
 */
function createDeletedUserSweep(deps: DeletedUserDeps) {
  let cursor: string | undefined
  let checked = 0
  let missing: string[] = []

  return async function sweep(): Promise<void> {
    const filter = { isNewestOfShopper: true }
    const page = await deps.allOrders.list(filter, { limit: CUSTOMERS_PER_RUN, cursor })
    const pageMissing: string[] = []
    const subs = page.orders.map(({ userId }) => userId).filter((userId) => SUB.test(userId))
    // If the pool cannot be asked, the error ends this run, and the next run repeats the page.
    for (const sub of subs) if (!(await deps.directory.hasUser(sub))) pageMissing.push(sub)
    checked += subs.length
    missing.push(...pageMissing)
    cursor = page.next ?? undefined
    if (cursor !== undefined) return

    const [found, outOf] = [missing, checked]
    checked = 0
    missing = []
    if (found.length > Math.max(MISSING_MAX, outOf * MISSING_SHARE_MAX)) {
      deps.logger.error(
        { missing: found.length, customers: outOf },
        'too many customers have no account in the user pool, so none was erased: is it the right pool?',
      )
      return
    }
    for (const sub of found) await eraseDeletedUser(deps, sub)
  }
}

/** Starts the sweep, which runs every minute. Without a pool that can be asked, nothing is erased. */
export function eraseDeletedUsers(deps: SweepDeps) {
  const { directory, logger } = deps
  if (!directory) return { eraseOne: async () => {}, sweep: async () => {}, stop: async () => {} }
  const deletedUserDeps = { ...deps, directory }
  const sweep = createDeletedUserSweep(deletedUserDeps)
  const sweeper = repeat(sweep, SWEEP_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'deleted accounts could not be looked for; it is retried'),
  )
  return {
    /** Erases a user at once, when the pool says that the account was deleted. */
    eraseOne: (userId: string) => eraseDeletedUser(deletedUserDeps, userId),
    sweep,
    stop: () => sweeper.stop(),
  }
}
