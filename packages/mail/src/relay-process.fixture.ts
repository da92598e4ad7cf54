/**
 * relay-killed.slow.test.ts runs this file as a process. The process adds the same mails at every start
 * and relays them. The outbox ignores mails that an earlier process has added.
 */
import { startRelay } from '@nashta/outbox/relay'
import { createSqliteOutbox, OUTBOX_SQL } from '@nashta/outbox/sqlite-outbox'
import { createLogger } from '@nashta/service-kit/process/logger'
import { openDatabase } from '@nashta/sqlite/database'
import { codeMail } from './code-mail.fixture.ts'
import { mailEntry, mailTopic } from './mail-topic.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const [path = '', url = '', count = '0'] = process.argv.slice(2)
const now = () => new Date()
const database = openDatabase({
  path,
  migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL }],
  now,
})
const outbox = createSqliteOutbox(database, now)
const transport = createSmtpTransport({ url, from: 'hello@snacks.example' })
const relay = startRelay({
  outbox,
  topics: [mailTopic(transport, async () => null)],
  logger: createLogger({ service: 'relay', level: 'silent' }),
  now,
})

await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    database.write(() => outbox.add(mailEntry(codeMail(index)))),
  ),
)
while ((await relay.backlog('mail')).pending > 0) await new Promise(setImmediate)
await relay.close()
await transport.close()
await database.close()
