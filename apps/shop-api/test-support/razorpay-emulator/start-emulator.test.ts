import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startRazorpayEmulator } from './start-emulator.ts'

const KEYS = { keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret: 'webhook-secret' }

let emulator: Awaited<ReturnType<typeof startRazorpayEmulator>>
beforeEach(async () => {
  emulator = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
})
afterEach(() => emulator.close())

// An unhandled rejection fails the test run.

it('a request whose client disconnects before the end of the body has no effect', async () => {
  const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1')
  socket.write('POST /v1/orders HTTP/1.1\r\nhost: emulator\r\ncontent-length: 100\r\n\r\n{')
  await sleep(50)
  socket.destroy()
  await sleep(50)
  expect((await fetch(`${emulator.url}/v1/orders/none`)).status).toBe(401)
})

it('a request whose hook throws gets no response', async () => {
  emulator.hooks.before = async () => {
    throw new Error('The hook failed')
  }
  await expect(
    fetch(`${emulator.url}/v1/orders/none`, { signal: AbortSignal.timeout(2000) }),
  ).rejects.toThrow('fetch failed')
})
