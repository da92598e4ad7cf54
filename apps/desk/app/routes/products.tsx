import { useCall } from '@nashta/browser/forms/use-call'
import { useDraft } from '@nashta/browser/forms/use-draft'
import { type GridRow, readGrid, saveGrid } from '@nashta/contracts/catalogue/product-grid'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { shelvesQuery } from '../data/shelves-query.ts'
import {
  callsOfSave,
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
  type RowEdit,
  type RowResult,
  rowsToSave,
  withCell,
  withPasted,
} from '../features/catalogue/grid-edits.ts'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { SavePreview } from '../features/catalogue/save-preview.tsx'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, actionClasses, FailureList, PageHeading } from '../ui/controls.tsx'
import { FilterSelect } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { failureText, FoundState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** The interval between two fetches of the list. There are none while a row is edited. */
const REFETCH_MS = 15_000

const SHOW_OPTIONS: [value: string, label: string][] = [
  ['', 'All'],
  ['published', 'Published'],
  ['drafts', 'Drafts'],
  ['low stock', 'Low stock'],
]

const NO_EDITS = {}

export default function Products() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [params, setParams] = useSearchParams()
  // This draft is not a changed copy of a stored record: its value is the edits alone.
  const draft = useDraft<Record<string, RowEdit>>({
    name: useDraftName('products'),
    stored: NO_EDITS,
    merge: (_stored, { value }) => storedEdits(value),
  })
  const edits: GridEdits = new Map(Object.entries(draft.value))
  const setEdits = (change: (latest: GridEdits) => GridEdits) =>
    draft.setValue((latest) => Object.fromEntries(change(new Map(Object.entries(latest)))))
  /** Why rows were refused, one text each. */
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const preview = useRef<HTMLDialogElement>(null)
  const shelves = useQuery(shelvesQuery(fetchShop)).data?.shelves ?? []
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

  const { run, isBusy, isRunning, failure, clearFailure } = useCall(
    async ({ toSave, isUndo, onSaved }: GridSave) => {
      setRefusals([])
      const saved: GridRow[] = []
      try {
        for (const sent of callsOfSave(toSave)) {
          const { results } = (await fetchShop(saveGrid, { body: { rows: rowsToSave(sent) } })).data
          setEdits((latest) =>
            isUndo ? editsAfterUndo(latest, results) : editsAfterSave(latest, sent, results),
          )
          const refused = results.filter(isRowRefused).map((row) => refusalText(sent, row))
          setRefusals((earlier) => [...earlier, ...refused])
          saved.push(...results.flatMap(({ result, row }) => (result === 'saved' && row ? [row] : [])))
        }
      } finally {
        // Not awaited: the operator may open the preview of a second save while the rows are fetched.
        void queries.invalidateQueries({ queryKey: ['grid'] })
        if (saved.length > 0) onSaved(saved)
      }
    },
    failureText,
  )

  async function save() {
    if (isRunning()) return
    await run({ toSave: edits, isUndo: false, onSaved: (saved) => showSaved(saved, edits) })
    // Also after a failure: the bar below the table says what was not saved.
    preview.current?.close()
  }

  function showSaved(saved: readonly GridRow[], sent: GridEdits) {
    const undo = editsThatUndo(sent, saved)
    showToast({
      text: saved.length === 1 ? 'Saved' : `${saved.length} products saved`,
      undo: () => undoSave(undo),
    })
  }

  /** An open preview stays open, because the operator has opened it for other edits. */
  function undoSave(undo: GridEdits) {
    if (isRunning()) {
      // The click on Undo has closed the toast, so a new toast offers Undo again.
      showToast({ text: 'Still saving: undo again in a moment', undo: () => undoSave(undo) })
      return
    }
    void run({ toSave: undo, isUndo: true, onSaved: () => showToast({ text: 'Taken back' }) })
  }

  function discard() {
    draft.discard()
    setRefusals([])
    clearFailure()
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
          <FilterSelect
            label="Shelf"
            value={filter.category}
            options={[['', 'All'], ...shelves.map(({ name }) => name)]}
            onChange={(category) => setFilter('category', category)}
          />
          <FilterSelect
            label="Show"
            value={filter.show}
            options={SHOW_OPTIONS}
            onChange={(show) => setFilter('show', show)}
          />
        </form>
      </search>
      <FoundState query={query}>
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
                onEdit={(row, column, text) => setEdits((latest) => withCell(latest, row, column, text))}
                onPasteCells={(rowIndex, column, text) =>
                  setEdits((latest) => withPasted(latest, rows, { rowIndex, column }, text))
                }
              />
              <MorePages query={query} />
            </>
          )
        }}
      </FoundState>
      {edits.size > 0 || refusals.length > 0 || failure !== null ? (
        <div
          data-bar
          className="sticky bottom-0 z-20 mt-4 grid gap-3 rounded-xl border border-line bg-paper p-3 shadow-lg max-lg:bottom-16"
        >
          <FailureList title="Not saved:" texts={failure === null ? refusals : [failure]} />
          <div className="flex flex-wrap items-center gap-3">
            <output className="grow">
              {edits.size === 1 ? 'One product has changes' : `${edits.size} products have changes`}
            </output>
            {/* Edits that are being saved can no longer be discarded. */}
            <Action disabled={isBusy} onClick={discard}>
              Discard
            </Action>
            <Action look="main" disabled={edits.size === 0} onClick={() => preview.current?.showModal()}>
              Review and save
            </Action>
          </div>
        </div>
      ) : null}
      <SavePreview
        dialog={preview}
        changes={rowChanges(edits)}
        isSaving={isBusy}
        onSave={() => void save()}
      />
    </>
  )
}

/** The edits of a draft. Other values in storage are left out: `Object` makes null an empty object. */
function storedEdits(value: Record<string, RowEdit>): Record<string, RowEdit> {
  const rows = Object.entries(value).filter(([id, edit]) => {
    const { base, texts } = Object(edit)
    return Object(base).products_id === id && typeof texts === 'object' && texts !== null
  })
  return Object.fromEntries(rows)
}

type GridSave = {
  toSave: GridEdits
  isUndo: boolean
  /** Gets the saved rows, if there are any. */
  onSaved: (saved: readonly GridRow[]) => void
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
