import { join } from 'node:path'
import { expectFigures, type Proof } from '../proof.ts'
import { type Shopper, createShoppers, itemAt, shopperWithToken } from '../shopper.ts'
import { type Acknowledged, type Found, inspectShop, layOut, nextWrite, send } from './inspect-data.ts'
import { createPowerCut, type Leftover } from './power-cut.ts'
import { type DiskEvent, watchDisk, type WatchedDisk, whyNoWatchedDisk } from './watched-disk.ts'

/** At most two writes share a transaction, so there are at least half as many transactions as writes. */
const SHOPPERS = 2
const WRITES_PER_CUT = 20
const WRITES_MAX = 6000
const LEFTOVERS: Leftover[] = ['synced', 'torn']

export const powerCuts: Proof = {
  id: 'R5',
  test: 'The power fails: only synced data is left, or also some unsynced data',
  sizes: { quick: 10, short: 200, nightly: 1000 },
  unit: 'power cuts, each without and with unsynced data',
  isSlow: true,
  whyNot: whyNoWatchedDisk,
  async run(context, size) {
    const disk = watchDisk(context)
    const store = await context.startStore(disk.settings)
    const shoppers = await createShoppers(store.url, SHOPPERS)
    const writes = Math.min(size * WRITES_PER_CUT, WRITES_MAX)
    const acknowledged = (
      await Promise.all(shoppers.map((shopper) => writeRepeatedly(shopper, writes / SHOPPERS, disk)))
    ).flat()
    store.child.kill('SIGKILL')
    await store.ended

    const events = disk.events()
    const folder = join(context.freshFolder(), 'left')
    const found = cutPower(events, acknowledged, { cuts: size, folder })
    expectFigures({
      'confirmed writes': [acknowledged.length, writes],
      'confirmed writes that were lost': [sum(found, ({ lost }) => lost), 0],
      'damaged files': [sum(found, ({ isDamaged }) => Number(isDamaged)), 0],
      'carts with a partial change': [sum(found, ({ partial }) => partial), 0],
    })

    // The store starts on the folder of the last power cut and still has its shoppers and carts.
    const again = await context.startStore({ DATA_DIR: folder })
    const statuses = await Promise.all(shoppers.map((shopper) => cartStatus(again.url, shopper)))
    expectFigures({ 'carts after the last power cut': [statuses.join(), shoppers.map(() => 200).join()] })

    const transactions = countSyncs(events, 'shop.sqlite-wal')
    const copied = countSyncs(events, 'shop.sqlite')
    return `${found.length} power cuts, up to ${writes} confirmed writes in ${transactions} transactions, the log copied into the database ${copied} times: 0 lost, 0 partial, 0 files damaged; the store starts on the remaining files`
  },
  mutations: [
    {
      what: 'a commit does not wait for the disk',
      file: 'packages/sqlite/src/open-connection.ts',
      from: 'PRAGMA synchronous = FULL',
      to: 'PRAGMA synchronous = NORMAL',
    },
    {
      what: 'the rollback journal is in memory only',
      file: 'packages/sqlite/src/open-connection.ts',
      from: 'PRAGMA journal_mode = WAL',
      to: 'PRAGMA journal_mode = MEMORY',
    },
  ],
}

async function writeRepeatedly(shopper: Shopper, count: number, disk: WatchedDisk) {
  const acknowledged: Acknowledged[] = []
  for (let number = 0; number < count; number += 1) {
    const write = nextWrite(shopper, number)
    const { status } = await send(write)
    if (status < 300) acknowledged.push({ ...write, position: disk.position() })
  }
  return acknowledged
}

type Cuts = { cuts: number; folder: string }

/**
 * Cuts the power just after a response or just before a sync, and inspects the shop's files that are left. The last cut
 * leaves all files in the folder, for a store that starts on them.
 */
function cutPower(
  events: readonly DiskEvent[],
  acknowledged: readonly Acknowledged[],
  { cuts, folder }: Cuts,
) {
  // A moment is a length of the disk's log.
  const responses = acknowledged.map(({ position }) => position)
  const firstResponse = Math.min(...responses)
  const syncs = events
    .filter(({ happening, end }) => happening === 'synced' && end > firstResponse)
    // One byte before its end, a sync has not happened yet.
    .map(({ end }) => end - 1)
  const moments = Array.from({ length: cuts }, (_, cut) => oneOf(cut % 2 === 0 ? responses : syncs))

  const power = createPowerCut(events, Math.random)
  const found: Found[] = []
  let played = 0
  for (const moment of moments.toSorted((a, b) => a - b)) {
    while (played < events.length && itemAt(events, played).end <= moment) played += 1
    power.playUntil(played)
    const confirmed = acknowledged.filter(({ position }) => position <= moment)
    for (const kind of LEFTOVERS) {
      layOut(folder, power.leftover(kind, isOfShop))
      found.push(inspectShop(folder, confirmed))
    }
  }
  layOut(folder, power.leftover('torn'))
  return found
}

function isOfShop(name: string) {
  return name.startsWith('shop.sqlite')
}

async function cartStatus(url: string, shopper: Shopper) {
  const { status } = await shopperWithToken(url, shopper).call('GET', `/carts/${shopper.userId}`)
  return status
}

function countSyncs(events: readonly DiskEvent[], file: string) {
  return events.filter(({ happening, name }) => happening === 'synced' && name === file).length
}

function sum(found: readonly Found[], read: (found: Found) => number) {
  return found.reduce((total, one) => total + read(one), 0)
}

function oneOf(values: readonly number[]) {
  return values[Math.floor(Math.random() * values.length)] ?? 0
}
