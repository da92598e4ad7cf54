import { type GridRow, readGrid, saveGrid } from '@nashta/contracts/catalogue/product-grid'
import { CATEGORIES } from '@nashta/contracts/constants'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  COLUMNS,
  editsAfterSave,
  editsAfterUndo,
  editsThatUndo,
  fieldOf,
  formatValue,
  type GridEdits,
  isRowRefused,
  nameOf,
  rowChanges,
  type RowResult,
  rowsToSave,
  withCell,
  withPasted,
} from '../features/catalogue/grid-edits.ts'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { SavePreview } from '../features/catalogue/save-preview.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, actionClasses, FailureList, PageHeading } from '../ui/controls.tsx'
import { SelectInput } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** The interval between two fetches of the list. There are none while a row is edited. */
const REFETCH_MS = 15_000

const SHOW_OPTIONS: [value: string, label: string][] = [
  ['', 'All'],
  ['published', 'Published'],
  ['drafts', 'Drafts'],
  ['low stock', 'Low stock'],
]

const NO_EDITS: GridEdits = new Map()

export default function Products() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [params, setParams] = useSearchParams()
  const [edits, setEdits] = useState<GridEdits>(NO_EDITS)
  const [state, setState] = useState<{ busy: boolean; failures: string[] }>({
    busy: false,
    failures: [],
  })
  /**
   * True while a save is in flight. The value is in a ref, because the Undo button of a toast runs
   * the code of an older render, and that render has an old `state.busy`.
   */
  const isSaving = useRef(false)
  const preview = useRef<HTMLDialogElement>(null)
  const filter = {
    search: params.get('search') ?? '',
    category: params.get('category') ?? '',
    show: params.get('show') ?? '',
  }
  const query = useInfiniteQuery({
    queryKey: ['grid', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(readGrid, { query: { ...filter, cursor: pageParam }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    refetchInterval: edits.size === 0 ? REFETCH_MS : false,
  })

  function setFilter(name: keyof typeof filter, value: string) {
    setParams(
      (current) => {
        if (value) current.set(name, value)
        else current.delete(name)
        return current
      },
      { replace: true },
    )
  }

  async function save() {
    if (isSaving.current) return
    const sent = edits
    const saved = await sendEdits(sent, (latest, results) => editsAfterSave(latest, sent, results))
    preview.current?.close()
    if (saved.length === 0) return
    const undo = editsThatUndo(sent, saved)
    showToast({
      text: saved.length === 1 ? 'Saved' : `${saved.length} products saved`,
      undo: () => void undoSave(undo),
    })
  }

  async function undoSave(undo: GridEdits) {
    if (isSaving.current) {
      // The click on Undo has closed the toast, so a new toast offers Undo again.
      showToast({ text: 'Still saving: undo again in a moment', undo: () => void undoSave(undo) })
      return
    }
    // An open preview stays open, because the operator has opened it for other edits.
    const saved = await sendEdits(undo, editsAfterUndo)
    if (saved.length > 0) showToast({ text: 'Taken back' })
  }

  /**
   * Sends the edits, and shows why rows were refused or why the request failed. Returns the saved
   * rows. `editsAfter` returns the edits that stay in the table.
   */
  async function sendEdits(
    toSave: GridEdits,
    editsAfter: (latest: GridEdits, results: readonly RowResult[]) => GridEdits,
  ): Promise<GridRow[]> {
    isSaving.current = true
    setState({ busy: true, failures: [] })
    try {
      const response = await fetchShop(saveGrid, { body: { rows: rowsToSave(toSave) } })
      const { results } = response.data
      const refused = results.filter(isRowRefused)
      setEdits((latest) => editsAfter(latest, results))
      endSaving(refused.map((row) => refusalText(toSave, row)))
      // Not awaited: the operator may open the preview of a second save while the rows are fetched.
      void queries.invalidateQueries({ queryKey: ['grid'] })
      return results.flatMap(({ result, row }) => (result === 'saved' && row ? [row] : []))
    } catch (error) {
      endSaving([failureText(error)])
      return []
    }
  }

  function endSaving(failures: string[]) {
    isSaving.current = false
    setState({ busy: false, failures })
  }

  return (
    <>
      <PageHeading title="Products">
        <Link to="/products/new" className={actionClasses('main')}>
          Add a product
        </Link>
      </PageHeading>
      <search>
        <form
          onSubmit={(event) => event.preventDefault()}
          className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]"
        >
          <div className="max-sm:col-span-2">
            <span className="mb-1 block text-sm text-ink-soft" aria-hidden="true">
              Search
            </span>
            <SearchField
              label="Search products"
              value={filter.search}
              onSearch={(text) => setFilter('search', text)}
            />
          </div>
          <SelectInput
            isQuiet
            label="Category"
            value={filter.category}
            options={[['', 'All'], ...CATEGORIES]}
            onChange={(category) => setFilter('category', category)}
          />
          <SelectInput
            isQuiet
            label="Show"
            value={filter.show}
            options={SHOW_OPTIONS}
            onChange={(show) => setFilter('show', show)}
          />
        </form>
      </search>
      <FailureList title="Not saved:" texts={state.failures} />
      <QueryState query={query}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0)
            return <Notice title="No product matches">Change the search, or add a product.</Notice>
          return (
            <>
              <p className="mb-2 text-ink-soft">
                {rows.length} of {pages[0]?.total} products
              </p>
              <ProductGrid
                rows={rows}
                edits={edits}
                onEdit={(row, column, text) => setEdits(withCell(edits, row, column, text))}
                onPasteCells={(rowIndex, column, text) =>
                  setEdits(withPasted(edits, rows, { rowIndex, column }, text))
                }
              />
              <MorePages query={query} />
            </>
          )
        }}
      </QueryState>
      {edits.size > 0 ? (
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-paper p-3 shadow-lg max-sm:bottom-16">
          <output className="grow">
            {edits.size === 1 ? 'One product has changes' : `${edits.size} products have changes`}
          </output>
          {/* Edits that are being saved can no longer be discarded. */}
          <Action disabled={state.busy} onClick={() => setEdits(NO_EDITS)}>
            Discard
          </Action>
          <Action look="main" onClick={() => preview.current?.showModal()}>
            Review and save
          </Action>
        </div>
      ) : null}
      <SavePreview
        dialog={preview}
        changes={rowChanges(edits)}
        isSaving={state.busy}
        onSave={() => void save()}
      />
    </>
  )
}

type RefusedRow = RowResult & { message?: string | undefined }

function refusalText(edits: GridEdits, { products_id, result, message, row }: RefusedRow): string {
  const edit = edits.get(products_id)
  const name = edit ? nameOf(edit.base) : products_id
  if (result === 'removed') return `${name} is no longer in the catalogue`
  if (result === 'changed by another' && row && edit) {
    const changedColumns = COLUMNS.filter((column) => row[column] !== edit.base[column])
    const currentValues = changedColumns.map(
      (column) => `${fieldOf(column).label} is now ${formatValue(column, row[column])}`,
    )
    const details = currentValues.length > 0 ? `: ${currentValues.join(', ')}` : ''
    return `${name} was changed by somebody else${details}`
  }
  return `${name}: ${message ?? 'refused'}`
}
