import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { type ApiResponse, type Shopper, createShoppers, itemAt } from '../shopper.ts'
import { createDiskReplay } from './disk-replay.ts'
import { createWrite, inspectShop, replaceFolder, send, type Write } from './inspect-data.ts'
import { type Fault, watchDisk, type WatchedDisk, whyNoWatchedDisk } from './watched-disk.ts'

const SHOPPERS = 4

/**
 * One fault in this many hits the copying of a log into its database. Such a fault takes long,
 * because many writes are needed to fill a log.
 */
const DATABASE_FAULT_EVERY = 70
/** The number of calls that succeed before a fault is random, and below this. */
const SPARED_MAX = 12
/** A lasting fault hits this many calls, which is more than a round makes. */
const LASTING = 1_000_000

/** How often a lasting fault must hit before the disk is repaired: every shopper is then refused more than once. */
const LASTING_HITS = 20

/** Enough rounds to fill every log, so that it is copied into its database. */
const ROUNDS_MAX = 2000

/**
 * How often a refused write is retried after the disk was repaired. The first retries may fail
 * because of work that began before the repair.
 */
const RETRIES_MAX = 20
const RETRY_EVERY_MS = 50

export const diskFaults: Proof = {
  id: 'R6',
  test: 'The disk is full or fails at the n-th write or sync',
  sizes: { quick: 12, short: 300, nightly: 3000 },
  unit: 'faults',
  whyNot: whyNoWatchedDisk,
  async run(context, size) {
    const disk = watchDisk(context)
    const store = await context.startStore(disk.settings)
    const shoppers = await createShoppers(store.url, SHOPPERS)
    const observed: Observed = { acknowledged: [], refusals: [], notRecovered: 0 }
    for (let number = 1; number <= size; number += 1)
      await breakOnce(disk, shoppers, faultOf(number), observed)

    const versions = await Promise.all(shoppers.map(cartVersion))
    store.child.kill('SIGKILL')
    await store.ended
    const afterKill = inspectShop(disk.dataFolder, observed.acknowledged)
    const events = disk.events()
    // The power fails after the last event.
    const replay = createDiskReplay(events, Math.random)
    replay.replayUntil(events.length)
    const folder = join(context.freshFolder(), 'left')
    replaceFolder(folder, replay.filesLeft('synced'))
    const afterPowerCut = inspectShop(folder, observed.acknowledged)

    expectFigures({
      'writes that still fail after the disk was repaired': [observed.notRecovered, 0],
      'refusals that are not 503': [observed.refusals.filter(({ status }) => status !== 503).length, 0],
      'confirmed writes that were lost': [afterKill.lost, 0],
      'confirmed writes that were not synced': [afterPowerCut.lost, 0],
      'duplicate or partial writes': [afterKill.partial + afterPowerCut.partial, 0],
      'damaged files': [Number(afterKill.isDamaged) + Number(afterPowerCut.isDamaged), 0],
      'cart versions in the API and in the file': [
        versions.join(),
        storedVersions(disk.dataFolder, shoppers).join(),
      ],
    })
    return `${observed.acknowledged.length} confirmed writes, ${observed.refusals.length} refused with 503 and successful when retried: 0 lost, 0 duplicate or partial, 0 files damaged, no restart`
  },
  mutations: [
    {
      what: 'a failed commit counts as successful',
      file: 'packages/sqlite/src/writer.ts',
      from: "    connection.exec('COMMIT')\n",
      to: "    try {\n      connection.exec('COMMIT')\n    } catch {}\n",
    },
    {
      what: 'a full disk is reported as an internal error',
      file: 'packages/service-kit/src/http/error-handler.ts',
      from: "if (code === 'ERR_SQLITE_ERROR' && DISK_ERRORS.has(Number(errcode) & 0xff)) {",
      to: 'if (error === null) {',
    },
  ],
}

type Observed = { acknowledged: Write[]; refusals: ApiResponse[]; notRecovered: number }

/** Faults differ in their error, in the failing calls, and in when and how often these fail. */
function faultOf(number: number): Fault {
  return {
    error: number % 2 === 0 ? 'ENOSPC' : 'EIO',
    calls: number % 4 < 2 ? 'writes' : 'syncs',
    times: number % 3 === 0 ? LASTING : 1,
    databasesOnly: number % DATABASE_FAULT_EVERY === 0,
    spared: Math.floor(Math.random() * SPARED_MAX),
  }
}

/**
 * All shoppers write until the fault hits. Then the disk is repaired, and refused writes are
 * retried with their keys.
 */
async function breakOnce(disk: WatchedDisk, shoppers: readonly Shopper[], fault: Fault, observed: Observed) {
  const refused: Write[] = []
  const wantedHits = Math.min(fault.times, LASTING_HITS)
  disk.arm(fault)
  for (let round = 0; round < ROUNDS_MAX && disk.failedCalls() < wantedHits; round += 1) {
    const writes = shoppers.map((shopper) => createWrite(shopper, round))
    const responses = await Promise.all(writes.map(send))
    responses.forEach((response, index) => {
      const write = itemAt(writes, index)
      if (response.status < 300) observed.acknowledged.push(write)
      else {
        refused.push(write)
        observed.refusals.push(response)
      }
    })
  }
  disk.disarm()
  for (const write of refused) {
    if (await retryUntilDone(write)) observed.acknowledged.push(write)
    else observed.notRecovered += 1
  }
}

/** Returns false when the last retry fails too. */
async function retryUntilDone(write: Write): Promise<boolean> {
  for (let retries = 0; retries < RETRIES_MAX; retries += 1) {
    const { status } = await send(write)
    if (status < 300) return true
    await wait(RETRY_EVERY_MS)
  }
  return false
}

async function cartVersion({ userId, call }: Shopper) {
  const { body } = await call('GET', `/carts/${userId}`)
  return (body as { data: { version: number } }).data.version
}

function storedVersions(dataFolder: string, shoppers: readonly Shopper[]) {
  const rows = readShopFile<{ userId: string; version: number }>(
    dataFolder,
    'SELECT userId, version FROM carts',
  )
  const versions = new Map(rows.map(({ userId, version }) => [userId, version]))
  return shoppers.map(({ userId }) => versions.get(userId))
}
