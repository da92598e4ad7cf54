import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { type Answer, type Shopper, shoppersAt } from '../shopper.ts'
import { nextWrite, send, type Write } from './acknowledged-writes.ts'
import { inspectShop, layOut } from './found-data.ts'
import { createPowerCut } from './power-cut.ts'
import { type Fault, watchDisk, type WatchedDisk, whyNoWatchedDisk } from './watched-disk.ts'

const SHOPPERS = 4

/** Of this many faults, one waits until a log is copied into its database. */
const DATABASES_ONE_IN = 70
const SPARED_MAX = 12
const LASTING = 1_000_000

/** So many calls of a fault that lasts: everybody is refused more than once. */
const SEEN_OF_LASTING = 20

/** Some thousands of writes, which is when logs are copied at the latest. */
const ROUNDS_MAX = 2000

/** A disk that works again is not noticed by what began before that. */
const TRIES_AFTERWARDS = 20
const TRY_EVERY_MS = 50

export const diskFaults: Proof = {
  id: 'R6',
  test: 'The disk is full or broken, at the n-th write or sync',
  sizes: { quick: 12, short: 300, nightly: 3000 },
  unit: 'faults',
  whyNot: whyNoWatchedDisk,
  async run(scene, size) {
    const disk = watchDisk(scene)
    const store = await scene.startStore(disk.settings)
    const shoppers = await shoppersAt(store.url, SHOPPERS)
    const seen: Seen = { acknowledged: [], refusals: [], notRecovered: 0 }
    for (let number = 1; number <= size; number += 1) await breakOnce(disk, shoppers, faultOf(number), seen)

    const versions = await Promise.all(shoppers.map(cartVersion))
    store.child.kill('SIGKILL')
    await store.ended
    const found = inspectShop(disk.dataFolder, seen.acknowledged)
    const events = disk.events()
    const power = createPowerCut(events, Math.random)
    power.playUntil(events.length)
    const folder = join(scene.freshFolder(), 'left')
    layOut(folder, power.leftover('synced'))
    const synced = inspectShop(folder, seen.acknowledged)

    expectFigures({
      'writes that were never done, with the disk whole again': [seen.notRecovered, 0],
      'refusals that are not 503': [seen.refusals.filter(({ status }) => status !== 503).length, 0],
      'acknowledged writes that were lost': [found.lost, 0],
      'acknowledged writes that were not synced': [synced.lost, 0],
      'writes that were done twice or in part': [found.partial + synced.partial, 0],
      'damaged files': [Number(found.isDamaged) + Number(synced.isDamaged), 0],
      'carts as they were shown': [versions.join(), keptVersions(disk.dataFolder, shoppers).join()],
    })
    return `${seen.acknowledged.length} acknowledged writes, ${seen.refusals.length} refused with 503 and done when asked again: 0 lost, 0 twice or in part, 0 files damaged, no restart`
  },
  mutations: [
    {
      what: 'a commit that fails is taken for done',
      file: 'packages/sqlite/src/writer.ts',
      from: "    connection.exec('COMMIT')\n",
      to: "    try {\n      connection.exec('COMMIT')\n    } catch {}\n",
    },
    {
      what: 'a disk that is full passes for a mistake in the store',
      file: 'packages/service-kit/src/http/error-handler.ts',
      from: "if (code === 'ERR_SQLITE_ERROR' && DISK_ERRORS.has(Number(errcode) & 0xff)) {",
      to: 'if (error === null) {',
    },
  ],
}

type Seen = { acknowledged: Write[]; refusals: Answer[]; notRecovered: number }

/** Full or broken, writing or syncing, once or until it is mended, sooner or later. */
function faultOf(number: number): Fault {
  return {
    error: number % 2 === 0 ? 'ENOSPC' : 'EIO',
    calls: number % 4 < 2 ? 'writes' : 'syncs',
    times: number % 3 === 0 ? LASTING : 1,
    databasesOnly: number % DATABASES_ONE_IN === 0,
    spared: Math.floor(Math.random() * SPARED_MAX),
  }
}

/** Everybody writes until it breaks; then the disk is mended, and who was refused asks again with the same key. */
async function breakOnce(disk: WatchedDisk, shoppers: readonly Shopper[], fault: Fault, seen: Seen) {
  const refused: Write[] = []
  const enough = Math.min(fault.times, SEEN_OF_LASTING)
  disk.arm(fault)
  for (let round = 0; round < ROUNDS_MAX && disk.fired() < enough; round += 1) {
    const writes = shoppers.map((shopper) => nextWrite(shopper, round))
    const answers = await Promise.all(writes.map(send))
    answers.forEach((answer, index) => {
      const write = writes[index] as Write
      if (answer.status < 300) seen.acknowledged.push(write)
      else {
        refused.push(write)
        seen.refusals.push(answer)
      }
    })
  }
  disk.disarm()
  for (const write of refused) {
    if (await isDone(write)) seen.acknowledged.push(write)
    else seen.notRecovered += 1
  }
}

async function isDone(write: Write) {
  for (let tried = 0; tried < TRIES_AFTERWARDS; tried += 1) {
    const { status } = await send(write)
    if (status < 300) return true
    await wait(TRY_EVERY_MS)
  }
  return false
}

async function cartVersion({ userId, call }: Shopper) {
  const { body } = await call('GET', `/carts/${userId}`)
  return (body as { data: { version: number } }).data.version
}

function keptVersions(dataFolder: string, shoppers: readonly Shopper[]) {
  const rows = readShopFile<{ userId: string; version: number }>(
    dataFolder,
    'SELECT userId, version FROM carts',
  )
  const versions = new Map(rows.map(({ userId, version }) => [userId, version]))
  return shoppers.map(({ userId }) => versions.get(userId))
}
