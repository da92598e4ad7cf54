import { listLog } from '@nashta/contracts/operators/operator-log'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { LogEntry, OperatorLog } from './operator-log.ts'

export type OperatorLogDeps = {
  operatorLog: OperatorLog
  products: { findWithDrafts: (id: string) => Promise<{ name: string } | null> }
  offers: { read: () => Promise<readonly { id: string; name: string }[]> }
  persons: { nameOfSubject: (subject: string) => Promise<string | undefined> }
}

function joinedSubjects({ joined }: LogEntry['changes']): string[] {
  return [joined?.from, joined?.to].filter((subject) => typeof subject === 'string')
}

function withJoinedNames<Entry extends LogEntry>(entry: Entry, names: ReadonlyMap<string, string>): Entry {
  const { joined } = entry.changes
  if (!joined) return entry
  const named = (subject: unknown) =>
    typeof subject === 'string' ? (names.get(subject) ?? 'a customer who was erased') : null
  return {
    ...entry,
    changes: { ...entry.changes, joined: { from: named(joined.from), to: named(joined.to) } },
  }
}

export function operatorLogRoutes({ operatorLog, products, offers, persons }: OperatorLogDeps): Route[] {
  async function productNames(ids: Iterable<string>) {
    const names = new Map<string, string>()
    for (const id of new Set(ids)) {
      const product = await products.findWithDrafts(id)
      if (product) names.set(id, product.name)
    }
    return names
  }

  /** The names of the customers that entries mean, also of those who were joined to them. */
  async function customerNames(entries: readonly LogEntry[]) {
    const subjects = entries.flatMap(({ subject, changes }) => [subject, ...joinedSubjects(changes)])
    const names = new Map<string, string>()
    for (const subject of new Set(subjects)) {
      const name = await persons.nameOfSubject(subject)
      if (name !== undefined) names.set(subject, name)
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
      const customers = await customerNames(entries.filter(({ kind }) => kind === 'customer'))
      const allOffers = await offers.read()
      const nameOf = ({ kind, subject }: LogEntry) => {
        if (kind === 'product') return names.get(subject)
        if (kind === 'customer') return customers.get(subject)
        return kind === 'offer' ? allOffers.find(({ id }) => id === subject)?.name : undefined
      }
      return {
        data: {
          entries: entries.map((entry) => {
            const name = nameOf(entry)
            const shown = entry.kind === 'customer' ? withJoinedNames(entry, customers) : entry
            return name === undefined ? shown : { ...shown, name }
          }),
          nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
        },
      }
    }),
  ]
}
