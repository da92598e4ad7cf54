import * as contract from '@nashta/contracts/orders/desk/customers'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { readIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import { logFileOfPeople } from '../operator-log/log-file.ts'
import {
  addCustomerNote,
  joinCustomers,
  removeCustomerNote,
  saveCustomer,
  separateCustomer,
} from './change-customer.ts'
import { customersAsCsv, subscribersAsCsv } from './customer-files.ts'
import { eraseCustomer } from './erase-customer.ts'
import { listCustomers } from './list-customers.ts'
import { type CustomerDeps, readCustomer, requirePersonGroup } from './read-customer.ts'

/** A list reads many persons. */
const LISTS_QUEUED_MAX = 20
const FILE_PAGE = 200

export function customerRoutes(deps: CustomerDeps): Route[] {
  // One list at a time: two at once would leave half as much time for other requests.
  const runAlone = createConcurrencyLimit({ concurrent: 1, queued: LISTS_QUEUED_MAX })

  /** Makes a change, and replies with the customer as they are then. */
  async function change({ groups }: Caller, customerId: string, run: () => Promise<void>) {
    // The customer may have been joined to another one, whose id the group has.
    const { id } = await requirePersonGroup(deps, customerId)
    await run()
    return { data: await readCustomer(deps, id, { groups }) }
  }

  return [
    route(contract.listCustomers, async ({ query }) => ({
      data: await runAlone(async () => ({
        ...(await listCustomers(deps, query)),
        tags: await deps.persons.listTagNames(),
      })),
    })),
    route(contract.getCustomer, async ({ caller: { groups }, params, query: { before } }) => ({
      data: await readCustomer(deps, params.customerId, { groups, before }),
    })),
    route(contract.saveCustomer, ({ caller, params: { customerId }, body }) =>
      change(caller, customerId, () => saveCustomer(deps, caller, customerId, body)),
    ),
    route(contract.addCustomerNote, ({ caller, params: { customerId }, body: { text, about }, request }) => {
      const key = readIdempotencyKey(request) ?? deps.newId()
      return change(caller, customerId, () => addCustomerNote(deps, caller, customerId, { key, text, about }))
    }),
    route(contract.removeCustomerNote, ({ caller, params: { customerId, noteId } }) =>
      change(caller, customerId, () => removeCustomerNote(deps, caller, customerId, noteId)),
    ),
    route(contract.joinCustomers, ({ caller, params: { customerId }, body }) =>
      change(caller, customerId, () => joinCustomers(deps, caller, customerId, body.customerId)),
    ),
    route(contract.separateCustomer, ({ caller, params: { customerId }, body }) =>
      change(caller, customerId, () => separateCustomer(deps, caller, customerId, body.customerId)),
    ),
    route(contract.exportCustomers, async ({ caller, query }) => {
      const { customers, nextCursor } = await runAlone(() =>
        listCustomers(deps, { ...query, limit: FILE_PAGE }),
      )
      await logFileOfPeople(deps, caller, 'customers', customers.length)
      return { data: { text: customersAsCsv(customers, query.cursor === undefined), nextCursor } }
    }),
    route(contract.exportNewsletter, async ({ caller, query: { cursor } }) => {
      const subscribers = await deps.newsletter.listConfirmed({ limit: FILE_PAGE, after: cursor })
      await logFileOfPeople(deps, caller, 'newsletter', subscribers.length)
      const nextCursor = subscribers.length < FILE_PAGE ? null : (subscribers.at(-1)?.email ?? null)
      return { data: { text: subscribersAsCsv(subscribers, cursor === undefined), nextCursor } }
    }),
    route(contract.eraseCustomer, async ({ caller, params }) => ({
      data: await eraseCustomer(deps, caller, params.customerId),
    })),
  ]
}
