import { SAVED_ROWS_MAX } from '@nashta/contracts/catalogue/product-grid'
import { expect, it } from 'vitest'
import {
  cellError,
  editsAfterSave,
  callsOfSave,
  editsAfterUndo,
  editsThatUndo,
  type GridEdits,
  rowChanges,
  rowsToSave,
  withCell,
  withPasted,
} from './grid-edits.ts'
import { aGridRow } from './grid-row.fixture.ts'

const NO_EDITS: GridEdits = new Map()

it('a save sends only the edited cells, and typing the old value of a cell removes its edit', () => {
  const row = aGridRow()
  const edits = withCell(NO_EDITS, row, 'price', '45.50')
  expect(rowChanges(edits)).toEqual([
    { row, cells: [{ column: 'price', from: '₹40', to: '₹45.50', error: null }] },
  ])
  expect(rowsToSave(edits)).toEqual([{ products_id: 'chips', version: 'v1', price: 45.5 }])
  expect(withCell(edits, row, 'price', '40').size).toBe(0)
})

it('a price above the MRP is an error of its cell, whichever of the two is edited', () => {
  const error = 'The price ₹60 is above the MRP ₹50'
  const dearer = withCell(NO_EDITS, aGridRow(), 'price', '60')
  expect(rowChanges(dearer)[0]?.cells).toMatchObject([{ column: 'price', error }])
  expect(rowChanges(withCell(dearer, aGridRow(), 'mrp', '60'))[0]?.cells).toMatchObject([
    { column: 'price', error: null },
    { column: 'mrp', error: null },
  ])
  const lowered = withCell(NO_EDITS, aGridRow(), 'mrp', '30')
  expect(rowChanges(lowered)[0]?.cells).toMatchObject([
    { column: 'mrp', error: 'The price ₹40 is above the MRP ₹30' },
  ])
})

it('all edits of a row are saved with the version of the row before its first edit', () => {
  const firstEdit = withCell(NO_EDITS, aGridRow(), 'price', '45')
  const reloadedRow = aGridRow({ version: 'v2', price: 41 })
  const edits = withCell(firstEdit, reloadedRow, 'stock', '')
  expect(rowsToSave(edits)).toEqual([{ products_id: 'chips', version: 'v1', price: 45, stock: null }])
})

it('pasted cells fill the table to the right and downwards, and lines below the last row are ignored', () => {
  const rows = [aGridRow(), aGridRow({ products_id: 'laddoo' }), aGridRow({ products_id: 'barfi' })]
  const pasted = '₹ 1,250\t12\r\n60\t\r\n70\t1\r\n'
  const edits = withPasted(NO_EDITS, rows, { rowIndex: 1, column: 'mrp' }, pasted)
  expect(rowsToSave(edits)).toEqual([
    { products_id: 'laddoo', version: 'v1', mrp: 1250, stock: 12 },
    { products_id: 'barfi', version: 'v1', mrp: 60, stock: null },
  ])
})

it('a pasted FALSE unpublishes the product', () => {
  const edits = withPasted(NO_EDITS, [aGridRow()], { rowIndex: 0, column: 'published' }, 'FALSE')
  expect(rowsToSave(edits)).toEqual([{ products_id: 'chips', version: 'v1', published: false }])
})

it.each([
  ['price', '', false],
  ['price', '12.345', false],
  ['price', 'cheap', false],
  ['price', '₹1,299.50', true],
  ['mrp', '', true],
  ['stock', '-1', false],
  ['stock', '1.5', false],
  ['stock', '1,000', true],
  ['lowStockLevel', '', true],
  ['published', 'maybe', false],
] as const)('the %s "%s" is valid: %s', (column, text, isValid) => {
  const row = aGridRow({ mrp: 5000, lowStockLevel: 3 })
  const [edit] = withCell(NO_EDITS, row, column, text).values()
  expect(edit && cellError(edit, column) === null).toBe(isValid)
})

it('undoing a save sends the values before the save with the versions after it', () => {
  const edits = withCell(withCell(NO_EDITS, aGridRow(), 'price', '45'), aGridRow(), 'stock', '')
  const saved = aGridRow({ price: 45, stock: null, version: 'v2' })
  expect(rowsToSave(editsThatUndo(edits, [saved]))).toEqual([
    { products_id: 'chips', version: 'v2', price: 40, stock: 7 },
  ])
})

it('a save keeps only the edits of refused rows, with the current version of the row', () => {
  const ofChips = withCell(NO_EDITS, aGridRow(), 'price', '45')
  const edits = withCell(ofChips, aGridRow({ products_id: 'barfi' }), 'stock', '1')
  const results = [
    { products_id: 'chips', result: 'changed by another', row: aGridRow({ version: 'v2', price: 41 }) },
    {
      products_id: 'barfi',
      result: 'saved',
      row: aGridRow({ products_id: 'barfi', version: 'v2', stock: 1 }),
    },
  ]
  expect(rowsToSave(editsAfterSave(edits, edits, results))).toEqual([
    { products_id: 'chips', version: 'v2', price: 45 },
  ])
})

it('a save keeps the edits typed since it began, with the version after it', () => {
  const sent = withCell(withCell(NO_EDITS, aGridRow(), 'price', '45'), aGridRow(), 'mrp', '60')
  const ofSentRow = withCell(withCell(sent, aGridRow(), 'mrp', '70'), aGridRow(), 'stock', '9')
  const edits = withCell(ofSentRow, aGridRow({ products_id: 'barfi' }), 'price', '80')
  const saved = {
    products_id: 'chips',
    result: 'saved',
    row: aGridRow({ version: 'v2', price: 45, mrp: 60 }),
  }
  expect(rowsToSave(editsAfterSave(edits, sent, [saved]))).toEqual([
    { products_id: 'barfi', version: 'v1', price: 80 },
    { products_id: 'chips', version: 'v2', mrp: 70, stock: 9 },
  ])
})

it('an old value that is typed again while its cell is saved stays as an edit', () => {
  const sent = withCell(NO_EDITS, aGridRow(), 'price', '45')
  const edits = withCell(sent, aGridRow(), 'price', '40')
  const saved = { products_id: 'chips', result: 'saved', row: aGridRow({ version: 'v2', price: 45 }) }
  expect(rowsToSave(editsAfterSave(edits, sent, [saved]))).toEqual([
    { products_id: 'chips', version: 'v2', price: 40 },
  ])
})

it('undoing a save keeps the edits typed since, with the version after the undo', () => {
  const ofSavedRow = withCell(NO_EDITS, aGridRow({ version: 'v2', price: 45 }), 'stock', '9')
  const edits = withCell(ofSavedRow, aGridRow({ products_id: 'barfi' }), 'price', '60')
  const undone = [{ products_id: 'chips', result: 'saved', row: aGridRow({ version: 'v3' }) }]
  expect(rowsToSave(editsAfterUndo(edits, undone))).toEqual([
    { products_id: 'chips', version: 'v3', stock: 9 },
    { products_id: 'barfi', version: 'v1', price: 60 },
  ])
})

it('a typed value that the undo of a save restores is no edit any more', () => {
  const saved = aGridRow({ version: 'v2', price: 45 })
  const edits = withCell(withCell(NO_EDITS, saved, 'price', '40'), saved, 'stock', '9')
  const undone = [{ products_id: 'chips', result: 'saved', row: aGridRow({ version: 'v3' }) }]
  expect(rowsToSave(editsAfterUndo(edits, undone))).toEqual([
    { products_id: 'chips', version: 'v3', stock: 9 },
  ])
  const ofPriceOnly = withCell(NO_EDITS, saved, 'price', '40')
  expect(editsAfterUndo(ofPriceOnly, undone).size).toBe(0)
})

it('more rows than one call takes are saved in several calls, each row once', () => {
  const rows = Array.from({ length: 2 * SAVED_ROWS_MAX + 1 }, (_, index) =>
    aGridRow({ products_id: `chips-${index}` }),
  )
  const edits = new Map(rows.map((base) => [base.products_id, { base, texts: { price: '45' } }]))
  const calls = callsOfSave(edits)
  expect(calls.map(({ size }) => size)).toEqual([SAVED_ROWS_MAX, SAVED_ROWS_MAX, 1])
  expect(calls.flatMap((call) => Array.from(call.keys()))).toEqual([...edits.keys()])
})
