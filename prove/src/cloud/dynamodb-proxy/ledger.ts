/** DynamoDB's capacity units. */
export type Units = { write: number; read: number }

/** DynamoDB's limits for one partition key, in units a second. */
export const WRITE_UNITS_PER_KEY = 1000
export const READ_UNITS_PER_KEY = 3000

/** How many operations a second a partition key allows, if each takes these units. */
export function highestRateOf({ write, read }: Units) {
  return Math.min(WRITE_UNITS_PER_KEY / write, READ_UNITS_PER_KEY / read)
}

/** The key and the kind of item that units are counted for. */
export type Place = {
  /** The table and the partition key, for example `nashta-purchases user#4711`. */
  key: string
  /** The kind of item, for example `nashta-purchases user order`. */
  kind: string
}

export type KeyUse = { key: string } & Units
export type KindUse = { kind: string } & Units
/** `call` is an operation of DynamoDB, for example `PutItem`. */
export type CallUse = { call: string; requests: number; throttled: number } & Units

export type Ledger = ReturnType<typeof createLedger>

/** Counts the units that requests consume, by partition key, by kind of item and by operation. */
export function createLedger() {
  const keys = new Map<string, Units>()
  const kinds = new Map<string, Units>()
  const calls = new Map<string, Omit<CallUse, 'call'>>()

  function useOfCall(call: string) {
    const use = calls.get(call) ?? { requests: 0, throttled: 0, write: 0, read: 0 }
    calls.set(call, use)
    return use
  }

  return {
    count(call: string, { key, kind }: Place, { write, read }: Units) {
      const ofKey = keys.get(key) ?? { write: 0, read: 0 }
      keys.set(key, { write: ofKey.write + write, read: ofKey.read + read })
      const ofKind = kinds.get(kind) ?? { write: 0, read: 0 }
      kinds.set(kind, { write: ofKind.write + write, read: ofKind.read + read })
      const ofCall = useOfCall(call)
      ofCall.write += write
      ofCall.read += read
    },
    countRequest(call: string) {
      useOfCall(call).requests += 1
    },
    countThrottled(call: string) {
      useOfCall(call).throttled += 1
    },
    reset() {
      keys.clear()
      kinds.clear()
      calls.clear()
    },
    keys: (): KeyUse[] => Array.from(keys, ([key, units]) => ({ key, ...units })),
    kinds: (): KindUse[] => Array.from(kinds, ([kind, units]) => ({ kind, ...units })),
    calls: (): CallUse[] => Array.from(calls, ([call, use]) => ({ call, ...use })),
    /**
     * The key that allows the fewest runs a second of the work that ran `runs` times, such as
     * placing an order. `write` and `read` are the key's units in one run.
     */
    hottest(runs: number) {
      const uses = Array.from(keys, ([key, total]) => {
        const units = { write: total.write / runs, read: total.read / runs }
        return { key, ...units, highestRate: highestRateOf(units) }
      })
      return uses.toSorted((a, b) => a.highestRate - b.highestRate)[0]
    },
  }
}
