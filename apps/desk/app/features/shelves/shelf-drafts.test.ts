import { expect, it } from 'vitest'
import { deleteShelf, draftOf, inputOf, keepShelf, newShelf, withName } from './shelf-drafts.ts'

const stored = draftOf([
  { slug: 'donuts', name: 'Donuts', products: 3 },
  { slug: 'chips', name: 'Chips', text: 'Loud.', picture: 'picture-0123456789.webp', products: 0 },
])
const [donuts, chips] = stored.shelves as [(typeof stored.shelves)[0], (typeof stored.shelves)[0]]

it('an unchanged draft names every shelf by its stored address', () => {
  expect(inputOf(stored)).toEqual({
    shelves: [
      { was: 'donuts', slug: 'donuts', name: 'Donuts' },
      { was: 'chips', slug: 'chips', name: 'Chips', text: 'Loud.', picture: 'picture-0123456789.webp' },
    ],
    moves: [],
  })
})

it.each([
  ['a new name', donuts, 'Round Rings', 'round-rings'],
  ['a name in another script', donuts, 'नमकीन', 'donuts'],
  ['an address that was chosen by hand', { ...donuts, slug: 'rings' }, 'Doughnuts', 'rings'],
  ['a new shelf, which gets its address when it is saved', newShelf('x'), 'Cakes', ''],
])('the address of a shelf with %s', (_case, shelf, name, slug) => {
  expect(withName(shelf, name)).toMatchObject({ name, slug })
})

it('a deleted shelf may be kept, and one that was to take its products takes them no more when it is deleted', () => {
  const deleted = deleteShelf(stored, donuts)
  const moved = { ...deleted, deleted: [{ shelf: donuts, to: 'chips' }] }
  expect(inputOf(moved)).toMatchObject({
    shelves: [{ was: 'chips' }],
    moves: [{ from: 'donuts', to: 'chips' }],
  })
  expect(inputOf(deleteShelf(moved, chips)).moves).toEqual([])
  expect(inputOf(keepShelf(moved, donuts))).toMatchObject({
    shelves: [{ was: 'chips' }, { was: 'donuts' }],
    moves: [],
  })
  // A shelf that was never stored is gone at once.
  const withNew = { ...stored, shelves: [...stored.shelves, newShelf('new')] }
  expect(deleteShelf(withNew, newShelf('new'))).toEqual(stored)
})
