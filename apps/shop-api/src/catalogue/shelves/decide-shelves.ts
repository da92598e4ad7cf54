import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { keysOfShelf, type Shelf, shelfKey } from '@nashta/contracts/storefront/shelf-rules'
import type { ShelvesInput } from '@nashta/contracts/storefront/shelves'
import { ServiceError } from '@nashta/service-kit/service-error'

const SLUG_MAX_LENGTH = 60

/** More former keys are refused. Dropping one would lose the products that still name it. */
const FORMER_MAX = 100

/** The addresses of collections that are no shelves. They show snacks of all shelves. */
export const OTHER_COLLECTIONS = new Set(['suggested', 'best-sellers', 'allproducts', 'new-arrivals'])

type ShelfInput = ShelvesInput['shelves'][number]

/**
 * The list of shelves after a change. `countOf` counts the products of a stored shelf. Throws when a
 * shelf with products is deleted without another one that takes them, and when two shelves would
 * answer to the same name or address.
 */
export function decideShelves(
  before: readonly Shelf[],
  { shelves, moves = [] }: ShelvesInput,
  countOf: (shelf: Shelf) => number,
): Shelf[] {
  const stored = new Map(before.map((shelf) => [shelf.slug, shelf]))
  const remaining = remainingSlugs(stored, shelves)
  const movedKeys = keysToMove(
    before.filter(({ slug }) => !remaining.has(slug)),
    { countOf, targetOf: ({ slug }) => moves.find(({ from, to }) => from === slug && remaining.has(to))?.to },
  )

  const after: Shelf[] = []
  for (const [index, input] of shelves.entries()) {
    const known = input.was === undefined ? undefined : stored.get(input.was)
    const slug = input.slug ?? known?.slug ?? newSlug(input.name, [...before, ...after])
    if (OTHER_COLLECTIONS.has(slug))
      throw refused(index, 'slug', `The address ${slug} belongs to another page`)
    const { name, text, picture, isHidden } = input
    const current = new Set([slug, shelfKey(name)])
    const earlier = [...(known ? keysOfShelf(known) : []), ...(movedKeys.get(input.was ?? '') ?? [])]
    const former = [...new Set(earlier)].filter((key) => !current.has(key))
    if (former.length > FORMER_MAX)
      throw refused(index, 'name', `${name} has had too many names: make a new shelf`)
    after.push({
      slug,
      name,
      ...(text !== undefined && { text }),
      ...(picture !== undefined && { picture }),
      ...(isHidden === true && { isHidden }),
      ...(former.length > 0 && { former }),
    })
  }
  assertDistinct(after, shelves)
  return after
}

/** The addresses of the stored shelves that stay. Throws when one is unknown or stands twice. */
function remainingSlugs(stored: ReadonlyMap<string, Shelf>, shelves: readonly ShelfInput[]) {
  const remaining = new Set<string>()
  for (const [index, { was }] of shelves.entries()) {
    if (was === undefined) continue
    if (!stored.has(was)) throw refused(index, 'was', `There is no shelf ${was}`)
    if (remaining.has(was)) throw refused(index, 'was', `The shelf ${was} is in the list twice`)
    remaining.add(was)
  }
  return remaining
}

type MovedKeysContext = {
  countOf: (shelf: Shelf) => number
  /** The stored address of the shelf that takes the products of a deleted one. */
  targetOf: (shelf: Shelf) => string | undefined
}

/** The keys of deleted shelves, by the stored address of the shelf that takes their products. */
function keysToMove(deleted: readonly Shelf[], { countOf, targetOf }: MovedKeysContext) {
  const moved = new Map<string, string[]>()
  for (const shelf of deleted) {
    const to = targetOf(shelf)
    if (to !== undefined) {
      moved.set(to, [...(moved.get(to) ?? []), ...keysOfShelf(shelf)])
      continue
    }
    const count = countOf(shelf)
    if (count > 0) throw notEmpty(shelf, count)
  }
  return moved
}

/** Each name and address, also a former one, leads to one shelf only. */
function assertDistinct(after: readonly Shelf[], inputs: readonly ShelfInput[]) {
  const ownerOf = new Map<string, { shelf: Shelf; isFormer: boolean }>()
  for (const [index, shelf] of after.entries()) {
    const formerKeys = new Set(shelf.former)
    for (const key of keysOfShelf(shelf)) {
      const owner = ownerOf.get(key)
      const isFormer = formerKeys.has(key)
      if (owner === undefined) {
        ownerOf.set(key, { shelf, isFormer })
        continue
      }
      const field = inputs[index]?.slug === key && shelfKey(inputs[index].name) !== key ? 'slug' : 'name'
      if (isFormer) throw refused(index, field, ledThereBefore(shelf, owner.shelf))
      if (owner.isFormer) throw refused(index, field, ledThereBefore(owner.shelf, shelf))
      throw refused(index, field, `${owner.shelf.name} and ${shelf.name} have the same name or address`)
    }
  }
}

function ledThereBefore(earlier: Shelf, other: Shelf) {
  return `${earlier.name} was called ${other.name} before, or had its address, and still leads there: choose another name`
}

/** An address of the Latin words of the name. It has a number when a shelf has it already. */
function newSlug(name: string, others: readonly Shelf[]): string {
  const words = foldWords(name).filter((word) => /^[a-z\d]+$/.test(word))
  const base =
    words
      .join('-')
      .slice(0, SLUG_MAX_LENGTH - 3)
      .replace(/-$/, '') || 'shelf'
  const used = new Set(others.flatMap((shelf) => [...keysOfShelf(shelf)]))
  // A shelf of the same name is refused as such, so its address needs no number.
  if (!used.has(base) || used.has(shelfKey(name))) return base
  for (let number = 2; ; number += 1) if (!used.has(`${base}-${number}`)) return `${base}-${number}`
}

function refused(index: number, field: string, message: string) {
  return new ServiceError('VALIDATION_FAILED', `body.shelves.${index}.${field}: ${message}`)
}

function notEmpty({ name }: Shelf, count: number) {
  const products = count === 1 ? '1 product' : `${count} products`
  return new ServiceError(
    'SHELF_NOT_EMPTY',
    `${name} still has ${products}: choose a shelf that takes them, or hide ${name}`,
  )
}
