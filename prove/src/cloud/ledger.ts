export type Units = { write: number; read: number }

/** The service's limits for one partition key, in units a second. */
const WRITES_PER_KEY = 1000
const READS_PER_KEY = 3000

/** Units are counted by partition key and by kind of item, for example `nashta-purchases user order`. */
export type Place = { key: string; kind: string }

export type KeyUse = { key: string } & Units
export type KindUse = { kind: string } & Units
export type CallUse = { call: string; requests: number; throttled: number } & Units

/** Counts the units that requests consume, by partition key, by kind of item and by kind of call. */
export function createLedger() {
  const keys = new Map<string, Units>()
  const kinds = new Map<string, Units>()
  const calls = new Map<string, Omit<CallUse, 'call'>>()

  function useOf(call: string) {
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
      const ofCall = useOf(call)
      ofCall.write += write
      ofCall.read += read
    },
    countRequest(call: string) {
      useOf(call).requests += 1
    },
    countThrottled(call: string) {
      useOf(call).throttled += 1
    },
    reset() {
      keys.clear()
      kinds.clear()
      calls.clear()
    },
    keys: (): KeyUse[] => Array.from(keys, ([key, units]) => ({ key, ...units })),
    kinds: (): KindUse[] => Array.from(kinds, ([kind, units]) => ({ kind, ...units })),
    calls: (): CallUse[] => Array.from(calls, ([call, use]) => ({ call, ...use })),
    total(): Units {
      const uses = [...keys.values()]
      return {
        write: uses.reduce((sum, { write }) => sum + write, 0),
        read: uses.reduce((sum, { read }) => sum + read, 0),
      }
    },
    /** The keys that take the most units, divided by `count` orders, mails or views. */
    hottest(count: number, limit = 5) {
      const perOne = Array.from(keys, ([key, { write, read }]) => ({
        key,
        write: write / count,
        read: read / count,
        /** How many orders, mails or views a second this key allows. */
        highestRate: Math.min(WRITES_PER_KEY / (write / count), READS_PER_KEY / (read / count)),
      }))
      return perOne.toSorted((a, b) => a.highestRate - b.highestRate).slice(0, limit)
    },
  }
}
