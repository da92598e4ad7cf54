/** Run as a process of its own by relay-killed.test.ts: announces the same orders at every start, and relays them. */
import { createLogger } from '@nashta/service-kit/process/logger'
import { openDatabase } from '@nashta/sqlite/database'
import { anEntry } from './mail.fixture.ts'
import { startRelay } from './relay.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { createSqliteOutbox, OUTBOX_LETTERS_SQL, OUTBOX_SQL } from './sqlite-outbox.ts'

const [path = '', url = '', count = '0'] = process.argv.slice(2)
const now = () => new Date()
const database = openDatabase({
  path,
  migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL + OUTBOX_LETTERS_SQL }],
  now,
})
const outbox = createSqliteOutbox(database, now)
const transport = createSmtpTransport({ url, from: 'hello@snacks.example' })
const relay = startRelay({
  outbox,
  transport,
  logger: createLogger({ service: 'relay', level: 'silent' }),
  now,
})

await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    database.write(() => outbox.add(anEntry(`order-${index}`))),
  ),
)
while ((await relay.backlog()).waiting > 0) await new Promise(setImmediate)
await relay.close()
await transport.close()
await database.close()
