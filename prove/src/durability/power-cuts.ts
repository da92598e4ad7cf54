import { join } from 'node:path'
import { expectFigures, type Proof } from '../proof.ts'
import { type Shopper, createShoppers, itemAt, shopperWithToken } from '../shopper.ts'
import { createDiskReplay, type Leftover } from './disk-replay.ts'
import {
  type Acknowledged,
  createWrite,
  type Findings,
  inspectShop,
  replaceFolder,
  send,
} from './inspect-data.ts'
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
    const findings = cutPower(events, acknowledged, { cuts: size, folder })
    expectFigures({
      'confirmed writes': [acknowledged.length, writes],
      'confirmed writes that were lost': [sum(findings, ({ lost }) => lost), 0],
      'damaged files': [sum(findings, ({ isDamaged }) => Number(isDamaged)), 0],
      'carts with a partial change': [sum(findings, ({ partial }) => partial), 0],
    })

    // The store starts on the folder of the last power cut and still has its shoppers and carts.
    const restarted = await context.startStore({ DATA_DIR: folder })
    const statuses = await Promise.all(shoppers.map((shopper) => cartStatus(restarted.url, shopper)))
    expectFigures({ 'carts after the last power cut': [statuses.join(), shoppers.map(() => 200).join()] })

    const transactions = countSyncs(events, 'shop.sqlite-wal')
    const copied = countSyncs(events, 'shop.sqlite')
    return `${findings.length} power cuts, up to ${writes} confirmed writes in ${transactions} transactions, the log copied into the database ${copied} times: 0 lost, 0 partial, 0 files damaged; the store starts on the remaining files`
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
    const write = createWrite(shopper, number)
    const { status } = await send(write)
    if (status < 300) acknowledged.push({ ...write, position: disk.position() })
  }
  return acknowledged
}

type CutOptions = { cuts: number; folder: string }

/**
 * Cuts the power just after a response or just before a sync, and inspects the files of the shop
 * that are left. The last cut leaves all files in the folder, and a store is then started on them.
 */
function cutPower(
  events: readonly DiskEvent[],
  acknowledged: readonly Acknowledged[],
  { cuts, folder }: CutOptions,
) {
  // Moments are measured by the length of the disk's log.
  const responses = acknowledged.map(({ position }) => position)
  const firstResponse = Math.min(...responses)
  const syncs = events
    .filter(({ happening, end }) => happening === 'synced' && end > firstResponse)
    // The log is one byte shorter: the sync has not happened yet.
    .map(({ end }) => end - 1)
  const moments = Array.from({ length: cuts }, (_, cut) => pickRandom(cut % 2 === 0 ? responses : syncs))

  const replay = createDiskReplay(events, Math.random)
  const findings: Findings[] = []
  let eventCount = 0
  for (const moment of moments.toSorted((a, b) => a - b)) {
    while (eventCount < events.length && itemAt(events, eventCount).end <= moment) eventCount += 1
    replay.replayUntil(eventCount)
    const confirmed = acknowledged.filter(({ position }) => position <= moment)
    for (const kind of LEFTOVERS) {
      replaceFolder(folder, replay.filesLeft(kind, isShopFile))
      findings.push(inspectShop(folder, confirmed))
    }
  }
  replaceFolder(folder, replay.filesLeft('torn'))
  return findings
}

function isShopFile(name: string) {
  return name.startsWith('shop.sqlite')
}

async function cartStatus(url: string, shopper: Shopper) {
  const { status } = await shopperWithToken(url, shopper).call('GET', `/carts/${shopper.userId}`)
  return status
}

function countSyncs(events: readonly DiskEvent[], file: string) {
  return events.filter(({ happening, name }) => happening === 'synced' && name === file).length
}

function sum(findings: readonly Findings[], numberOf: (ofOneCut: Findings) => number) {
  return findings.reduce((total, ofOneCut) => total + numberOf(ofOneCut), 0)
}

function pickRandom(values: readonly number[]) {
  return values[Math.floor(Math.random() * values.length)] ?? 0
}
