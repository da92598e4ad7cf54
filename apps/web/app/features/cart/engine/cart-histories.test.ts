import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { GuestCart } from '../../../data/storage-records.ts'
import {
  anyStep,
  createWorld,
  type Rules,
  seededRandom,
  USERS,
  type World,
} from './cart-histories.fixture.ts'
import { guestDelta, guestItems } from './guest-cart.ts'

/** More of them, and others, on demand. */
const HISTORIES = Number(process.env['CART_HISTORIES'] ?? 3000)
const SEED = Number(process.env['CART_SEED'] ?? 1)
const STEPS = 30

describe('two shoppers on two devices, with lost answers, reloads, sign-ins and sign-outs', () => {
  it('every click counts once, for whoever made it, and is on the screen from the start', () => {
    expect(wrongHistories({ count: HISTORIES })).toEqual([])
  })

  it('what was removed stays removed', () => {
    expect(resurrections({ count: HISTORIES })).toEqual([])
  })
})

describe('would notice', () => {
  const count = 300

  it.each<[string, Partial<Rules>]>([
    ['a merge that adds the whole copy again', { deltaOf: everything }],
    ["a merge that gives the next shopper the former's changes", { deltaOf: plainDifference }],
    ['a merge that forgets what was removed', { deltaOf: onlyMore }],
    ['an operation sent again under another id', { idOfAttempt: ({ id }, attempt) => `${id}/${attempt}` }],
  ])('%s', (_fault, rules) => {
    expect(wrongHistories({ count, rules }).length).toBeGreaterThan(0)
  })

  it.each<[string, Partial<Rules>]>([
    ['the whole copy', { deltaOf: everything }],
    ['what was added only', { deltaOf: onlyMore }],
  ])('removed lines that come back with %s', (_fault, rules) => {
    expect(resurrections({ count, rules }).length).toBeGreaterThan(0)
  })
})

type Batch = { count: number; rules?: Partial<Rules> }

/** The seeds of the histories that end, or at any time look, otherwise than the clicks say. */
function wrongHistories({ count, rules }: Batch): number[] {
  return seeds(count).filter((seed) => {
    const random = seededRandom(seed)
    const world = createWorld(random, rules)
    try {
      for (let step = 0; step < STEPS; step += 1) {
        anyStep(world, random)
        if (!showsTheClicks(world)) return true
      }
      world.settleAll()
    } catch {
      return true
    }
    return !showsTheClicks(world) || USERS.some((user) => !isRight(world, user))
  })
}

function showsTheClicks({ devices, screen, oracle }: World) {
  return Array.from({ length: devices }, (_, device) => device).every((device) =>
    isDeepStrictEqual(screen(device), oracle.screen(device)),
  )
}

function isRight({ server, oracle }: World, user: string) {
  return isDeepStrictEqual(server.quantities(user), oracle.quantities(user))
}

/** The seeds of the histories in which a removed line is there again though nobody added it. */
function resurrections({ count, rules }: Batch): number[] {
  return seeds(count).filter((seed) => {
    const random = seededRandom(seed)
    const world = createWorld(random, rules)
    const only = { users: ['asha'] }
    try {
      for (let step = 0; step < STEPS / 2; step += 1) anyStep(world, random, only)
      world.settleAll(only.users)
      // Pieces that the shopper has not seen are not meant by a removal.
      world.refresh(0)
      if (random() < 0.5) world.signOut(0)
      if (random() < 0.5) world.signOut(1)
      const [doomed] = Object.keys(world.screen(0))
      if (doomed === undefined) return false
      world.click(0, { kind: 'remove', product: doomed })
      for (let step = 0; step < STEPS / 2; step += 1) anyStep(world, random, { ...only, doomed })
      world.settleAll(only.users)
      return doomed in world.server.quantities('asha')
    } catch {
      return false
    }
  })
}

function seeds(count: number) {
  return Array.from({ length: count }, (_, index) => SEED + index)
}

/** The specification's own rule: quantities added for the same product. */
function everything(guest: GuestCart) {
  return guestItems(guest)
}

function plainDifference(guest: GuestCart) {
  return guestDelta(guest, guest.owner ?? '')
}

function onlyMore(guest: GuestCart, signedIn: string) {
  return guestDelta(guest, signedIn).filter(({ quantity }) => quantity > 0)
}
