import { listLog } from '@nashta/contracts/operators/operator-log'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { LogEntry, OperatorLog } from './operator-log.ts'

export type OperatorLogDeps = {
  operatorLog: OperatorLog
  products: { findWithDrafts: (id: string) => Promise<{ name: string } | null> }
  offers: { read: () => Promise<readonly { id: string; name: string }[]> }
}

export function operatorLogRoutes({ operatorLog, products, offers }: OperatorLogDeps): Route[] {
  async function productNames(ids: Iterable<string>) {
    const names = new Map<string, string>()
    for (const id of new Set(ids)) {
      const product = await products.findWithDrafts(id)
      if (product) names.set(id, product.name)
    }
    return names
  }

  return [
    route(listLog, async ({ query: { limit, cursor, ...filter } }) => {
      if (filter.subject !== undefined && filter.kind === undefined)
        throw new ServiceError('VALIDATION_FAILED', 'query.subject: needs a kind')
      // One entry more than shown tells whether there is a next page.
      const found = await operatorLog.list(filter, { limit: limit + 1, after: cursor })
      const entries = found.slice(0, limit)
      const ofProducts = entries.filter(({ kind }) => kind === 'product')
      const names = await productNames(ofProducts.map(({ subject }) => subject))
      const allOffers = await offers.read()
      const nameOf = ({ kind, subject }: LogEntry) => {
        if (kind === 'product') return names.get(subject)
        return kind === 'offer' ? allOffers.find(({ id }) => id === subject)?.name : undefined
      }
      return {
        data: {
          entries: entries.map((entry) => {
            const name = nameOf(entry)
            return name === undefined ? entry : { ...entry, name }
          }),
          nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
        },
      }
    }),
  ]
}
