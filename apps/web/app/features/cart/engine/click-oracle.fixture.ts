import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import type { Quantities } from './cart-server.fixture.ts'

export type Click = { kind: 'plus' | 'minus' | 'remove'; product: string } | { kind: 'clear' }

/** A piece on the counter of a browser nobody is signed in at: clicked there, or left from the owner's cart. */
type Piece = { product: string; copied: boolean }
/** What a sign-in stands for: pieces clicked by the guest, and pieces of the owner's that were put back. */
type Join = { kind: 'join'; given: string[]; taken: string[] }
type Told = { what: Click | Join; delivered: boolean }

type Desk = {
  who: string | null
  pieces: Piece[]
  owner: string | null
  putBack: string[]
  /** What a shopper clicked here that the store has not answered yet. */
  untold: Map<string, Told[]>
  heard: Map<string, Quantities>
}

/**
 * What carts must hold, worked out from clicks alone: every click counts once, when the store first hears of it,
 * for whoever made it. Pieces are counted one by one; it knows nothing of records, deltas and ids.
 */
export function createClickOracle(devices: number, start: Record<string, Quantities>) {
  const truth = new Map(Object.entries(start).map(([user, quantities]) => [user, { ...quantities }]))
  const desks = Array.from({ length: devices }, (): Desk => ({
    who: null,
    pieces: [],
    owner: null,
    putBack: [],
    untold: new Map(),
    heard: new Map(),
  }))
  const desk = (device: number) => desks[device] as Desk
  const truthOf = (user: string) => truth.get(user) as Quantities

  function screen(device: number): Quantities {
    const { who, pieces } = desk(device)
    if (who === null) return counted(pieces.map(({ product }) => product))
    const seen = { ...desk(device).heard.get(who) }
    for (const { what } of untold(device, who)) apply(seen, what)
    return seen
  }

  function untold(device: number, user: string): Told[] {
    const { untold } = desk(device)
    const list = untold.get(user) ?? []
    untold.set(user, list)
    return list
  }

  return {
    screen,
    quantities: truthOf,
    hasUntold: (device: number, user: string) => untold(device, user).length > 0,
    click(device: number, click: Click) {
      const at = desk(device)
      if (isTooMuch(screen(device), click)) return
      if (at.who === null) clickAsGuest(at, click)
      else untold(device, at.who).push({ what: click, delivered: false })
    },
    signIn(device: number, user: string) {
      const at = desk(device)
      const given = at.pieces.filter(({ copied }) => !copied).map(({ product }) => product)
      const taken = at.owner === user ? at.putBack : []
      if (given.length + taken.length > 0) {
        untold(device, user).push({ what: { kind: 'join', given, taken }, delivered: false })
      }
      // A copy shows the owner's cart at once; when another shopper has come between, it is gone.
      if (at.owner !== null && at.owner !== user && untold(device, at.owner).length === 0) {
        at.heard.delete(at.owner)
      }
      Object.assign(at, { who: user, pieces: [], putBack: [], owner: null })
    },
    signOut(device: number) {
      const at = desk(device)
      const user = at.who as string
      const seen = screen(device)
      at.pieces = Object.entries(seen).flatMap(([product, count]) =>
        Array.from({ length: count }, () => ({ product, copied: true })),
      )
      at.owner = at.pieces.length > 0 ? user : null
      at.who = null
    },
    /** The store has received the oldest click that this device still holds for the user. */
    deliver(device: number, user: string) {
      const told = untold(device, user)[0]
      if (!told) throw new Error('more was sent than was clicked')
      if (told.delivered || isTooMuch(truthOf(user), told.what)) return
      apply(truthOf(user), told.what)
      told.delivered = true
    },
    /** And its answer has arrived; only a refusal does not say what the cart holds. */
    answer(device: number, user: string, { refused }: { refused: boolean }) {
      untold(device, user).shift()
      if (!refused) this.refresh(device, user)
    },
    refresh(device: number, user: string) {
      desk(device).heard.set(user, { ...truthOf(user) })
    },
  }
}

function clickAsGuest(at: Desk, click: Click) {
  if (click.kind === 'plus') at.pieces.push({ product: click.product, copied: false })
  else if (click.kind === 'minus') putBack(at, pieceToTake(at, click.product))
  else {
    const gone = at.pieces.filter(({ product }) => click.kind === 'clear' || product === click.product)
    for (const piece of gone) putBack(at, piece)
  }
}

/** Such a click is refused: as if it had never been, unless it comes again when there is room. */
function isTooMuch(quantities: Quantities, what: Click | Join) {
  return what.kind === 'plus' && (quantities[what.product] ?? 0) >= LINE_QUANTITY_MAX
}

function pieceToTake(at: Desk, wanted: string): Piece | undefined {
  const pieces = at.pieces.filter(({ product }) => product === wanted)
  return pieces.find(({ copied }) => !copied) ?? pieces[0]
}

function putBack(at: Desk, piece: Piece | undefined) {
  if (!piece) return
  at.pieces.splice(at.pieces.indexOf(piece), 1)
  if (piece.copied) at.putBack.push(piece.product)
}

function apply(quantities: Quantities, what: Click | Join) {
  if (what.kind === 'clear') for (const product of Object.keys(quantities)) delete quantities[product]
  else if (what.kind === 'remove') delete quantities[what.product]
  else if (what.kind === 'join') {
    for (const product of what.taken) count(quantities, product, -1)
    for (const product of what.given) count(quantities, product, 1)
  } else count(quantities, what.product, what.kind === 'plus' ? 1 : -1)
}

function count(quantities: Quantities, product: string, by: 1 | -1) {
  const quantity = Math.min((quantities[product] ?? 0) + by, LINE_QUANTITY_MAX)
  if (quantity > 0) quantities[product] = quantity
  else delete quantities[product]
}

function counted(products: string[]): Quantities {
  const quantities: Quantities = {}
  for (const product of products) count(quantities, product, 1)
  return quantities
}
