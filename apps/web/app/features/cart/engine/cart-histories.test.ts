import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { GuestCart } from '../../../data/storage/storage-records.ts'
import {
  createHistory,
  makeRandomStep,
  type Rules,
  seededRandom,
  USERS,
  type History,
} from './cart-histories.fixture.ts'
import { guestDelta, guestItems } from './guest-cart.ts'

/** A proof sets these variables to run more histories with other seeds. */
const HISTORIES = Number(process.env['CART_HISTORIES'] ?? 1000)
const SEED = Number(process.env['CART_SEED'] ?? 1)
const STEPS = 30

describe('carts on two devices, with lost responses, reloads, sign-ins and sign-outs', () => {
  it('every click of two shoppers counts once, for the shopper who made it, and is shown at once', () => {
    expect(findWrongHistories({ count: HISTORIES })).toEqual([])
  })

  it('a line that a shopper removes on one device stays removed', () => {
    expect(findReturnedLines({ count: HISTORIES })).toEqual([])
  })
})

describe('broken rules', () => {
  const count = 300

  it.each<[string, Partial<Rules>]>([
    ['a merge that adds the whole copy again', { deltaOf: wholeCopy }],
    ["a merge that applies removals from one shopper's cart to another's", { deltaOf: deltaOfCopyOwner }],
    ['a merge without removals', { deltaOf: onlyAdditions }],
    ['a retry under another id', { idOfAttempt: ({ id }, attempt) => `${id}/${attempt}` }],
  ])('the oracle notices %s', (_fault, rules) => {
    expect(findWrongHistories({ count, rules }).length).toBeGreaterThan(0)
  })

  it.each<[string, Partial<Rules>]>([
    ['adds the whole copy again', { deltaOf: wholeCopy }],
    ['has no removals', { deltaOf: onlyAdditions }],
  ])('a removed line comes back when a merge %s', (_fault, rules) => {
    expect(findReturnedLines({ count, rules }).length).toBeGreaterThan(0)
  })
})

type Batch = { count: number; rules?: Partial<Rules> }

/** The seeds of histories whose screen or final cart differs from the oracle's. */
function findWrongHistories({ count, rules }: Batch): number[] {
  return seeds(count).filter((seed) => {
    const random = seededRandom(seed)
    const history = createHistory(random, rules)
    try {
      for (let step = 0; step < STEPS; step += 1) {
        makeRandomStep(history, random)
        if (!screensMatch(history)) return true
      }
      history.settleAll()
    } catch {
      // The oracle throws when more is sent than was clicked.
      return true
    }
    return !screensMatch(history) || USERS.some((user) => !cartMatches(history, user))
  })
}

function screensMatch({ deviceCount, screen, oracle }: History) {
  return Array.from({ length: deviceCount }, (_, device) => device).every((device) =>
    isDeepStrictEqual(screen(device), oracle.screen(device)),
  )
}

function cartMatches({ server, oracle }: History, user: string) {
  return isDeepStrictEqual(server.quantities(user), oracle.quantities(user))
}

/** The seeds of histories in which a removed line comes back without an addition. */
function findReturnedLines({ count, rules }: Batch): number[] {
  return seeds(count).filter((seed) => {
    const random = seededRandom(seed)
    const history = createHistory(random, rules)
    // A guest's removals in the copy of Asha's cart are lost when another shopper signs in.
    const onlyAsha = { users: ['asha'] }
    try {
      for (let step = 0; step < STEPS / 2; step += 1) makeRandomStep(history, random, onlyAsha)
      history.settleAll(onlyAsha.users)
      // A guest removes only the quantity that was copied at the sign-out. With the latest cart,
      // the copy of device 0 has the changes of device 1.
      history.refresh(0)
      if (random() < 0.5) history.signOut(0)
      if (random() < 0.5) history.signOut(1)
      const [removed] = Object.keys(history.screen(0))
      if (removed === undefined) return false
      history.click(0, { kind: 'remove', product: removed })
      for (let step = 0; step < STEPS / 2; step += 1) {
        makeRandomStep(history, random, { ...onlyAsha, neverAdded: removed })
      }
      history.settleAll(onlyAsha.users)
      return removed in history.server.quantities('asha')
    } catch {
      // The oracle throws for another fault, which `findWrongHistories` finds.
      return false
    }
  })
}

function seeds(count: number) {
  return Array.from({ length: count }, (_, index) => SEED + index)
}

/** A broken rule: adds the copied quantities too, which the shopper's cart already has. */
function wholeCopy(guest: GuestCart) {
  return guestItems(guest)
}

/** A broken rule: returns the changes for the owner of the copy, even to another shopper. */
function deltaOfCopyOwner(guest: GuestCart) {
  return guestDelta(guest, guest.owner ?? '')
}

/** A broken rule: leaves out the removals. */
function onlyAdditions(guest: GuestCart, userIdHash: string) {
  return guestDelta(guest, userIdHash).filter(({ quantity }) => quantity > 0)
}
