import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { codeMail } from './code-mail.fixture.ts'
import { mailEntry, readMailEntry } from './mail-topic.ts'
import { messageIdOf } from './mail.ts'
import { renderContent } from './render-content.ts'
import { startSmtpServer } from './smtp-server.fixture.ts'

// The killed relays send at most about 8 × 30 mails. The last relay sends the rest.
const MAIL_COUNT = 400
const KILL_COUNT = 8
const MAILS_BETWEEN_KILLS_MAX = 30

let folder: string
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let relay: ChildProcess | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-relay-killed-'))
  smtp = await startSmtpServer()
})
afterEach(async () => {
  relay?.kill('SIGKILL')
  await smtp.close()
  rmSync(folder, { recursive: true })
})

function startRelayProcess() {
  const script = fileURLToPath(new URL('relay-process.fixture.ts', import.meta.url))
  const args = [join(folder, 'test.sqlite'), smtp.url, String(MAIL_COUNT)]
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  relay = child
  return { child, ended: once(child, 'exit') }
}

it(`every mail arrives under one Message-ID despite ${KILL_COUNT} kills of the relay`, async () => {
  for (let kill = 0; kill < KILL_COUNT; kill += 1) {
    const { child, ended } = startRelayProcess()
    const mailsUntilKill = 1 + Math.floor(Math.random() * MAILS_BETWEEN_KILLS_MAX)
    const countAtKill = smtp.received.length + mailsUntilKill
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(countAtKill), {
      timeout: 10_000,
      interval: 1,
    })
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  expect(await startRelayProcess().ended).toEqual([0, null])

  const arrived = Map.groupBy(smtp.received, ({ raw }) => /^Subject: (.+)$/m.exec(raw)?.[1]?.trim())
  /** The mails are of a store without a shop's record. */
  const shop = null
  const expected = Array.from({ length: MAIL_COUNT }, (_, index) => mailEntry(codeMail(index)))
  expect(new Set(arrived.keys())).toEqual(
    new Set(expected.map((entry) => renderContent(readMailEntry(entry, shop).content).subject)),
  )
  for (const entry of expected) {
    const { subject } = renderContent(readMailEntry(entry, shop).content)
    const ids = new Set(arrived.get(subject)?.map(({ messageId }) => messageId))
    expect(ids).toEqual(new Set([messageIdOf(entry.key)]))
  }
})
