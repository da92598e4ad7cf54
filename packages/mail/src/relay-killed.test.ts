import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { codeMail } from './code-mail.fixture.ts'
import { mailEntry, renderMail } from './mail-topic.ts'
import { messageIdOf } from './mail.ts'
import { startSmtpServer } from './smtp-server.fixture.ts'

// Each killed relay sends about 30 mails at most, so some are left for the last one, which is not killed.
const MAILS = 400
const KILLS = 8
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

function start() {
  const script = fileURLToPath(new URL('relay-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, join(folder, 'test.sqlite'), smtp.url, String(MAILS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  relay = child
  return { child, ended: once(child, 'exit') }
}

it(`every mail arrives although the relay is killed ${KILLS} times, each under one Message-ID`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, ended } = start()
    const enough = smtp.received.length + 1 + Math.floor(Math.random() * MAILS_BETWEEN_KILLS_MAX)
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(enough), {
      timeout: 10_000,
      interval: 1,
    })
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  expect(await start().ended).toEqual([0, null])

  const arrived = Map.groupBy(smtp.received, ({ raw }) => /^Subject: (.+)$/m.exec(raw)?.[1]?.trim())
  const expected = Array.from({ length: MAILS }, (_, index) => mailEntry(codeMail(index)))
  expect(new Set(arrived.keys())).toEqual(
    new Set(expected.map(({ payload }) => renderMail(payload, null).subject)),
  )
  for (const { payload, key } of expected) {
    const ids = new Set(arrived.get(renderMail(payload, null).subject)?.map(({ messageId }) => messageId))
    expect(ids).toEqual(new Set([messageIdOf(key)]))
  }
})
