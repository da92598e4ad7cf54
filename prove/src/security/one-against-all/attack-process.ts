import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProofContext } from '../../proof-context.ts'

export type AttackRequest = {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

export type AttackOrder = {
  url: string
  /** The network address that the attack comes from. */
  address: string
  /** Sent one after the other, and again from the beginning. */
  requests: AttackRequest[]
  connections: number
}

/** How many responses had each status. */
export type AttackReport = Record<number, number>

export type AttackProcess = ReturnType<typeof startAttackProcess>

/** Starts a process that attacks the store, so that its work does not delay the visitors' clocks. */
export function startAttackProcess({ atEnd }: ProofContext) {
  const child = fork(join(import.meta.dirname, 'attack-program.ts'), {
    execArgv: [],
    serialization: 'advanced',
  })
  atEnd(() => child.kill())
  return {
    begin: (order: AttackOrder) => void child.send(order),
    async stop(): Promise<AttackReport> {
      child.send('stop')
      const [report] = await once(child, 'message')
      return report as AttackReport
    },
  }
}
