import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import type { AttackOrder, AttackReport } from './attack-process.ts'

// The main file of the process that `startAttackProcess` starts. It repeats calls on many
// connections until it gets the message 'stop'.

/** The attacker's own work must not take the processor from the store and from the visitors. */
const LOWER_PRIORITY = 10
setPriority(LOWER_PRIORITY)

let stop = (): AttackReport => ({})
process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') process.send?.(stop())
  else stop = attack(order)
})
process.on('disconnect', () => process.exit())

function attack({ url, address, requests, connections }: AttackOrder) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: AttackReport = {}
  const open = new Set<ReturnType<typeof request>>()
  let sent = 0
  let isOver = false

  function sendNext() {
    const next = requests[sent % requests.length]
    if (isOver || !next) return
    sent += 1
    const sending = request(url + next.path, {
      agent,
      method: next.method,
      headers: {
        'x-forwarded-for': address,
        ...(next.method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...next.headers,
      },
    })
    open.add(sending)
    const end = () => {
      if (open.delete(sending)) setImmediate(sendNext)
    }
    sending.on('response', (response) => {
      const { statusCode = 0 } = response
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      response.resume()
    })
    sending.on('error', () => {}).on('close', end)
    sending.end(next.body)
  }
  for (let count = 0; count < connections; count += 1) sendNext()

  return () => {
    isOver = true
    for (const sending of open) sending.destroy()
    agent.destroy()
    return statuses
  }
}
