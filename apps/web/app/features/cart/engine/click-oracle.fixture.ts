import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import type { Quantities } from './cart-server.fixture.ts'

export type Click = { kind: 'plus' | 'minus' | 'remove'; product: string }

/** One piece in a guest cart: added by the guest, or copied from the owner's cart at sign-out. */
type Piece = { product: string; isCopied: boolean }
/** The merge at sign-in: pieces that the guest added, and copied pieces that the guest removed. */
type Merge = { kind: 'merge'; added: string[]; removed: string[] }
type Operation = { change: Click | Merge; isDelivered: boolean }

type Device = {
  user: string | null
  pieces: Piece[]
  /** The shopper whose cart was copied at the last sign-out. */
  owner: string | null
  /** The copied pieces that the guest has removed. */
  removed: string[]
  /** By user: operations without a response. */
  unconfirmed: Map<string, Operation[]>
  /** By user: the cart that the store last sent. */
  received: Map<string, Quantities>
}

/**
 * Computes from clicks alone what carts must hold. Every click counts once, for the shopper who
 * made it, when the store first receives it. The oracle counts single pieces: it shares no records,
 * deltas and ids with the engine.
 */
export function createClickOracle(deviceCount: number, start: Record<string, Quantities>) {
  const carts = new Map(Object.entries(start).map(([user, quantities]) => [user, { ...quantities }]))
  const devices = Array.from({ length: deviceCount }, (): Device => ({
    user: null,
    pieces: [],
    owner: null,
    removed: [],
    unconfirmed: new Map(),
    received: new Map(),
  }))

  function deviceAt(index: number): Device {
    const device = devices[index]
    if (!device) throw new Error(`there is no device ${index}`)
    return device
  }

  function cartOf(user: string): Quantities {
    const cart = carts.get(user)
    if (!cart) throw new Error(`there is no cart of ${user}`)
    return cart
  }

  /** The quantities that the device must show. */
  function screen(device: number): Quantities {
    const { user, pieces, received } = deviceAt(device)
    if (user === null) return countPieces(pieces.map(({ product }) => product))
    const shown = { ...received.get(user) }
    for (const { change } of unconfirmedOf(device, user)) apply(shown, change)
    return shown
  }

  function unconfirmedOf(device: number, user: string): Operation[] {
    const { unconfirmed } = deviceAt(device)
    const operations = unconfirmed.get(user) ?? []
    unconfirmed.set(user, operations)
    return operations
  }

  return {
    screen,
    quantities: cartOf,
    click(device: number, click: Click) {
      const state = deviceAt(device)
      if (wouldExceedLineMax(screen(device), click)) return
      if (state.user === null) clickAsGuest(state, click)
      else unconfirmedOf(device, state.user).push({ change: click, isDelivered: false })
    },
    signIn(device: number, user: string) {
      const state = deviceAt(device)
      const added = state.pieces.filter(({ isCopied }) => !isCopied).map(({ product }) => product)
      const removed = state.owner === user ? state.removed : []
      if (added.length + removed.length > 0) {
        unconfirmedOf(device, user).push({ change: { kind: 'merge', added, removed }, isDelivered: false })
      }
      // The sign-in of another shopper deletes the guest cart. The browser then has no copy of the
      // owner's cart, unless the owner has unconfirmed operations. Without a copy, the owner's next
      // sign-in shows an empty cart until the store responds.
      if (state.owner !== null && state.owner !== user && unconfirmedOf(device, state.owner).length === 0) {
        state.received.delete(state.owner)
      }
      Object.assign(state, { user, pieces: [], removed: [], owner: null })
    },
    signOut(device: number) {
      const state = deviceAt(device)
      state.pieces = Object.entries(screen(device)).flatMap(([product, count]) =>
        Array.from({ length: count }, () => ({ product, isCopied: true })),
      )
      state.owner = state.pieces.length > 0 ? state.user : null
      state.user = null
    },
    /** The store receives the user's oldest unconfirmed operation on this device. */
    deliver(device: number, user: string) {
      const operation = unconfirmedOf(device, user)[0]
      if (!operation) throw new Error('more was sent than was clicked')
      // A refused operation stays undelivered: if the refusal is lost, a retry may be accepted.
      if (operation.isDelivered || wouldExceedLineMax(cartOf(user), operation.change)) return
      apply(cartOf(user), operation.change)
      operation.isDelivered = true
    },
    /** The oldest unconfirmed operation gets its response. A refusal does not carry the cart. */
    respond(device: number, user: string, { isRefused }: { isRefused: boolean }) {
      unconfirmedOf(device, user).shift()
      if (!isRefused) this.refresh(device, user)
    },
    refresh(device: number, user: string) {
      deviceAt(device).received.set(user, { ...cartOf(user) })
    },
  }
}

function clickAsGuest(device: Device, click: Click) {
  if (click.kind === 'plus') device.pieces.push({ product: click.product, isCopied: false })
  else if (click.kind === 'minus') removePiece(device, pieceToRemove(device, click.product))
  else {
    const removed = device.pieces.filter(({ product }) => product === click.product)
    for (const piece of removed) removePiece(device, piece)
  }
}

/** Only a click on + can be refused: a merge is cut at the maximum. */
function wouldExceedLineMax(quantities: Quantities, change: Click | Merge) {
  return change.kind === 'plus' && (quantities[change.product] ?? 0) >= LINE_QUANTITY_MAX
}

/** A piece that the guest added, or else a copied one. */
function pieceToRemove({ pieces }: Device, wanted: string): Piece | undefined {
  const matching = pieces.filter(({ product }) => product === wanted)
  return matching.find(({ isCopied }) => !isCopied) ?? matching[0]
}

function removePiece(device: Device, piece: Piece | undefined) {
  if (!piece) return
  device.pieces.splice(device.pieces.indexOf(piece), 1)
  if (piece.isCopied) device.removed.push(piece.product)
}

function apply(quantities: Quantities, change: Click | Merge) {
  if (change.kind === 'remove') delete quantities[change.product]
  else if (change.kind === 'merge') {
    for (const product of change.removed) changeQuantity(quantities, product, -1)
    for (const product of change.added) changeQuantity(quantities, product, 1)
  } else changeQuantity(quantities, change.product, change.kind === 'plus' ? 1 : -1)
}

function changeQuantity(quantities: Quantities, product: string, by: 1 | -1) {
  const quantity = Math.min((quantities[product] ?? 0) + by, LINE_QUANTITY_MAX)
  if (quantity > 0) quantities[product] = quantity
  else delete quantities[product]
}

function countPieces(products: string[]): Quantities {
  const quantities: Quantities = {}
  for (const product of products) changeQuantity(quantities, product, 1)
  return quantities
}
