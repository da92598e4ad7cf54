import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { processCount, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../fleet/dynamodb-fleet.ts'
import { callFleet, type Fleet, fleetOrder } from '../fleet/fleet.ts'
import { startSqliteFleet } from '../fleet/sqlite-fleet.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { purchaseIdOrError } from './shop-calls.ts'

/** How many hand-overs there are between two kills. */
const HAND_OVERS_PER_KILL = 40
const AT_ONCE = 24
/**
 * How long the proof waits for the bills that a dead process owes. The reconciler makes them. On DynamoDB
 * it first waits until the lease of that process has ended.
 */
const BILLS_MAX_MS = 120_000
const POLL_MS = 500

const mutations: Mutation[] = [
  {
    what: 'a number and its bill are not one transaction',
    file: 'apps/shop-api/src/bills/bill-store.ts',
    from: 'await documents.commit([...countTo(sequence), ...writes])',
    to: 'await documents.commit(countTo(sequence))\n    await documents.commit(writes)',
  },
  {
    what: 'nobody makes the bills that a dead process owed',
    file: 'apps/shop-api/src/shop-jobs.ts',
    from: 'await issueOwedPapers(deps, signal)',
    to: 'await issueOwedPapers(deps, AbortSignal.abort())',
  },
  {
    what: 'a bill that was made before the process died is made again',
    file: 'apps/shop-api/src/bills/bill-store.ts',
    from: 'earlier[index] ?? bills.get(key)',
    to: 'bills.get(key)',
  },
]

export const billsWithoutGaps: Proof = {
  id: 'B1',
  test: 'Orders are handed over at once, and the store is killed meanwhile: each has one bill, and their numbers have no gap',
  sizes: { quick: 160, short: 400, nightly: 1000 },
  unit: 'hand-overs',
  run: async (context, size) => handOverAll(await startSqliteFleet(context), size),
  mutations,
}

const CLOUD_SIZES = { quick: 80, short: 200, nightly: 1000 }

export const cloudBillsWithoutGaps: Proof = {
  id: 'B2',
  test: 'Orders are handed over by several processes on DynamoDB at once, which are killed meanwhile: each has one bill, and their numbers have no gap',
  sizes: CLOUD_SIZES,
  unit: 'hand-overs',
  run: async (context, size) =>
    handOverAll(await startDynamoDbFleet(context, { processes: processCount(size, CLOUD_SIZES) }), size),
  whyNot: whyNoDynamoDbLocal,
  mutations: mutations.slice(0, 1),
}

async function handOverAll(fleet: Fleet, size: number) {
  /** A process that has just started may be busy too. */
  const isBusy = (status: number) => status === 503 || fleet.isBusy(status)
  const ids: string[] = []
  await runConcurrently(size, AT_ONCE, async (index) => {
    const shopper = fleet.shopperAt(index)
    const order = { method: 'POST', path: `/purchases/${shopper.userId}`, body: fleetOrder(fleet) }
    const response = await callFleet({ isBusy }, fleet.urls, index, shopper, { ...order, key: randomUUID() })
    if (response.status !== 201) throw new Error(`an order got ${purchaseIdOrError(response)}`)
    ids.push(purchaseIdOrError(response))
  })

  const read = async (index: number) => {
    const call = { method: 'GET', path: `/admin/orders/${ids[index]}`, key: randomUUID() }
    const { body } = await callFleet({ isBusy }, fleet.urls, index, fleet.operator, call)
    return (body as { data: { hasLeftShop: boolean; bills?: { number: string }[] } }).data
  }
  const ship = (index: number, key?: string) =>
    callFleet({ isBusy }, fleet.urls, index, fleet.operator, {
      method: 'POST',
      path: `/admin/orders/${ids[index]}/ship`,
      body: { courier: 'Delhivery' },
      ...(key !== undefined && { key }),
    })
  let handedOver = 0
  let kills = 0
  await runConcurrently(size, AT_ONCE, async (index) => {
    let response = await ship(index).catch(() => null)
    // Without a response, the process has died during the call. If the order is handed over, the call is
    // not repeated, because a repeated call would make the missing bill.
    if (!response && !(await read(index)).hasLeftShop) response = await ship(index, randomUUID())
    if (response && response.status !== 200) throw new Error(`a hand-over got ${response.status}`)
    handedOver += 1
    if (handedOver % HAND_OVERS_PER_KILL !== 0 || handedOver === size) return
    kills += 1
    await fleet.replace(kills)
  })

  const numbers = new Map<string, string[]>()
  for (let waited = 0; numbers.size < size && waited < BILLS_MAX_MS; waited += POLL_MS) {
    if (waited > 0) await sleep(POLL_MS)
    await runConcurrently(size, AT_ONCE, async (index) => {
      const id = ids[index] ?? ''
      if (numbers.has(id)) return
      const { bills = [] } = await read(index)
      if (bills.length > 0)
        numbers.set(
          id,
          bills.map(({ number }) => number),
        )
    })
  }
  const found = [...numbers.values()].flat()
  const sequence = found
    .map((number) => Number(number.split('/').at(-1)))
    .toSorted((one, other) => one - other)
  const { orderIds } = await fleet.readBalance()
  expectFigures({
    orders: [orderIds.length, size],
    'orders with a bill': [numbers.size, size],
    bills: [found.length, size],
    'numbers without a gap or a double': [sequence.filter((each, index) => each === index + 1).length, size],
  })
  return `${size} hand-overs, ${AT_ONCE} at once, over ${kills} kills: numbers 1 to ${size}, each once`
}
