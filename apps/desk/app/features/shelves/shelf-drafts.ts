import { shelfKey } from '@nashta/contracts/storefront/shelf-rules'
import type { DeskShelf } from '@nashta/contracts/storefront/shelves'

/** A shelf as values of form fields. `id` tells the shelves of the form apart. */
export type ShelfDraft = {
  id: string
  /** Its stored address; empty for a new shelf. */
  was: string
  slug: string
  name: string
  text: string
  picture: string
  isHidden: boolean
  /** How many products are stored on it. */
  products: number
}

export type ShelvesDraft = {
  shelves: readonly ShelfDraft[]
  /** Stored shelves that are deleted by the next save. `to` is the shelf that takes the products. */
  deleted: readonly { shelf: ShelfDraft; to: string }[]
}

export function draftOf(shelves: readonly DeskShelf[]): ShelvesDraft {
  return {
    shelves: shelves.map(({ slug, name, text = '', picture = '', isHidden = false, products }) => ({
      id: slug,
      was: slug,
      slug,
      name,
      text,
      picture,
      isHidden,
      products,
    })),
    deleted: [],
  }
}

export function newShelf(id: string): ShelfDraft {
  return { id, was: '', slug: '', name: '', text: '', picture: '', isHidden: false, products: 0 }
}

/** The request that saves the draft. It is not checked yet. */
export function inputOf({ shelves, deleted }: ShelvesDraft) {
  return {
    shelves: shelves.map(({ was, slug, name, text, picture, isHidden }) => ({
      ...(was !== '' && { was }),
      ...(slug.trim() !== '' && { slug: slug.trim() }),
      name,
      ...(text.trim() !== '' && { text }),
      ...(picture !== '' && { picture }),
      ...(isHidden && { isHidden }),
    })),
    moves: deleted.flatMap(({ shelf, to }) => (to === '' ? [] : [{ from: shelf.was, to }])),
  }
}

/** A new name gives the shelf a new address, unless its address was chosen by hand. */
export function withName(shelf: ShelfDraft, name: string): ShelfDraft {
  const isSlugOfName = shelf.was !== '' && shelf.slug === addressOf(shelf.name)
  const address = addressOf(name)
  return { ...shelf, name, ...(isSlugOfName && address !== '' && { slug: address }) }
}

/** The address that the name gives; empty when an address cannot have its letters. */
function addressOf(name: string): string {
  const key = shelfKey(name)
  return /^[a-z\d-]{1,60}$/.test(key) ? key : ''
}

export function deleteShelf({ shelves, deleted }: ShelvesDraft, shelf: ShelfDraft): ShelvesDraft {
  return {
    shelves: shelves.filter(({ id }) => id !== shelf.id),
    deleted: [
      // This shelf can no longer take the products of another deleted one.
      ...deleted.map((each) => (each.to === shelf.was ? { ...each, to: '' } : each)),
      ...(shelf.was === '' ? [] : [{ shelf, to: '' }]),
    ],
  }
}

export function keepShelf({ shelves, deleted }: ShelvesDraft, shelf: ShelfDraft): ShelvesDraft {
  return { shelves: [...shelves, shelf], deleted: deleted.filter((each) => each.shelf.id !== shelf.id) }
}
