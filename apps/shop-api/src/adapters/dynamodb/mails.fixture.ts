import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { BY_DUE, type ShopTables } from './tables.ts'

/** An outbox that a test can break, and the mails in it. */
export function openTestMails({ client, tables: { purchases: table } }: ShopTables) {
  const outbox = createDynamoOutbox({ client, table, index: BY_DUE, now: () => new Date(0) })
  let isBroken = false
  return {
    mails: {
      entryWrite(entry: OutboxEntry) {
        const { write, ...mail } = outbox.entryWrite(entry)
        const failingWrite = { Put: { TableName: 'no-such-table', Item: {} } }
        return { ...mail, write: isBroken ? failingWrite : write }
      },
    },
    /** The keys of the queued mails, without their kind, in the order in which they are due. */
    async mailIds() {
      const items = await scanItems(client, table)
      return items
        .filter(({ sk }) => sk === 'entry')
        .toSorted((a, b) => (String(a['due']) < String(b['due']) ? -1 : 1))
        .map(({ key }) => String(key).replace(/^(?:ticket-replied|newsletter-confirm):/, ''))
    },
    /** From now on every transaction with a mail fails. */
    breakOutbox() {
      isBroken = true
    },
  }
}
