import { useUnsavedWork } from '@nashta/browser/forms/unsaved-work'
import { useCall } from '@nashta/browser/forms/use-call'
import {
  importFile,
  type ImportReport,
  type SavedChange,
  undoImport,
  type UndoReport,
} from '@nashta/contracts/catalogue/import-file'
import { importProducts } from '@nashta/contracts/catalogue/import-products'
import { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import { UnreadableFile } from '@nashta/contracts/files/read-csv'
import { Failure } from '@nashta/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatNumberOf } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action, TEXT_LINK } from '../../ui/controls.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { failureText } from '../../ui/query-state.tsx'

/**
 * A file that was chosen. `check` is the report of the dry run, `run` that of the import after it.
 * `isDone` is true when the later one of them is complete. `saved` grows with each saved row, also
 * over a run that failed and went on.
 */
type Chosen = {
  file: File
  check: ImportReport | null
  run: ImportReport | null
  isDone: boolean
  saved: SavedChange[]
}

/** Checks a file of products, and imports all of it or its good rows. `children` stands beside the choice. */
export function ImportProducts({ children }: { children: ReactNode }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)

  const { run, isBusy, failure, clearFailure } = useCall(
    async ({ file, isDryRun, saved }: { file: File; isDryRun: boolean; saved: SavedChange[] }) => {
      const field = isDryRun ? 'check' : 'run'
      const onProgress = (report: ImportReport) =>
        setChosen((latest) => (latest?.file === file ? { ...latest, [field]: report } : latest))
      const report = await importFile({
        bytes: bytesOf(file),
        isDryRun,
        send: async (body) => (await fetchShop(importProducts, { body })).data.rows,
        onProgress,
        onSaved: (change) => void saved.push(change),
      })
      setChosen((latest) => (latest?.file === file ? { ...latest, [field]: report, isDone: true } : latest))
      if (!isDryRun) void queries.invalidateQueries({ queryKey: ['grid'] })
    },
    importFailure,
  )
  const undo = useCall(async (saved: readonly SavedChange[]) => {
    const rows = saved.length
    setUndone({ rows, done: 0, report: null })
    const report = await undoImport({
      saved,
      send: async (changes) => (await fetchShop(undoProducts, { body: { changes } })).data.rows,
      onProgress: (done) => setUndone({ rows, done, report: null }),
    })
    setUndone({ rows, done: rows, report })
    void queries.invalidateQueries({ queryKey: ['grid'] })
  }, failureText)
  const isWriting = undo.isBusy || (isBusy && chosen?.run !== null)
  useUnsavedWork({ isUnsaved: () => isWriting, discard() {} })

  function check([file]: File[]) {
    if (!file) return
    setUndone(null)
    undo.clearFailure()
    const saved: SavedChange[] = []
    setChosen({ file, check: null, run: null, isDone: false, saved })
    void run({ file, isDryRun: true, saved })
  }

  function save({ file, check: checked, saved }: Chosen) {
    setChosen({ file, check: checked, run: NO_ROWS, isDone: false, saved })
    void run({ file, isDryRun: false, saved })
  }

  function forget() {
    setChosen(null)
    setUndone(null)
    clearFailure()
    undo.clearFailure()
  }

  const isChecked = chosen?.check && chosen.isDone && !chosen.run
  const isImported = chosen?.run && chosen.isDone && !isBusy
  const canUndo = isImported && chosen.saved.length > 0 && !undone?.report
  const importableRows = chosen?.check ? chosen.check.added + chosen.check.changed : 0
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {children}
        {isBusy || undo.isBusy ? null : (
          <FileButton label="Import a CSV" accept=".csv,.tsv,.txt,text/csv" onFiles={check} />
        )}
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        Save the products, change them in a spreadsheet, and check the file here. Nothing is changed before
        you import it.
      </p>
      {chosen ? (
        <div className="mt-4 grid gap-3">
          <p className="font-semibold break-words">{chosen.file.name}</p>
          {isBusy ? <Progress chosen={chosen} /> : null}
          {failure ? <Failure>{failure}</Failure> : null}
          {chosen.isDone && !isBusy ? <Report chosen={chosen} /> : null}
          {undone ? <UndoProgress undone={undone} /> : null}
          {undo.failure ? <Failure>{undo.failure}</Failure> : null}
          <div className="flex flex-wrap gap-2">
            {isChecked && !isBusy && importableRows > 0 ? (
              <Action look="main" onClick={() => save(chosen)}>
                {chosen.check?.refused === 0
                  ? `Import ${rowsText(importableRows)}`
                  : `Import the ${rowsText(importableRows)} without problems`}
              </Action>
            ) : null}
            {failure && chosen.run ? (
              <Action look="main" onClick={() => save(chosen)}>
                Go on
              </Action>
            ) : null}
            {canUndo && !undo.isBusy ? (
              <Action onClick={() => void undo.run(chosen.saved)}>
                {undo.failure ? 'Go on with the undo' : 'Undo this import'}
              </Action>
            ) : null}
            {isBusy || undo.isBusy ? null : (
              <Action onClick={forget}>{chosen.run && !failure ? 'Done' : 'Discard'}</Action>
            )}
          </div>
        </div>
      ) : null}
    </>
  )
}

/** `report` is null until everything is undone. */
type Undone = { rows: number; done: number; report: UndoReport | null }

function UndoProgress({ undone: { rows, done, report } }: { undone: Undone }) {
  if (!report)
    return (
      <div>
        <progress
          aria-label="Undoing"
          className="h-2 w-full accent-raspberry"
          value={done}
          max={Math.max(1, rows)}
        />
        <p className="text-sm text-ink-soft">
          Undoing: {done} of {rowsText(rows)}
        </p>
      </div>
    )
  const kept = report.kept.slice(0, KEPT_SHOWN_MAX)
  return (
    <>
      <output>
        Undone: {rowsText(report.undone)}.
        {report.kept.length > 0 ? ` Not undone: ${rowsText(report.kept.length)}.` : ''}
      </output>
      {kept.length > 0 ? (
        <ul className="grid gap-1">
          {kept.map(({ products_id, message }) => (
            <li key={products_id} className="break-words">
              {products_id}: <span className="text-ink-soft">{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const KEPT_SHOWN_MAX = 100

const NO_ROWS: ImportReport = {
  rows: 0,
  added: 0,
  changed: 0,
  same: 0,
  refused: 0,
  problems: [],
  changes: [],
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  // Not every browser iterates over a stream.
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

function importFailure(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof DOMException) return 'The file can no longer be read. Please choose it again.'
  return failureText(error)
}

function rowsText(count: number) {
  return formatNumberOf(count, 'row')
}

function Progress({ chosen: { check, run } }: { chosen: Chosen }) {
  const name = run ? 'Importing' : 'Checking'
  const done = run?.rows ?? check?.rows ?? 0
  return (
    <div>
      {/* The number of rows is known after the check. */}
      <progress
        aria-label={name}
        className="h-2 w-full accent-raspberry"
        {...(run && { value: done, max: Math.max(1, check?.rows ?? 1) })}
      />
      <p className="text-sm text-ink-soft">
        {name}: {run ? `${done} of ${rowsText(check?.rows ?? 0)}` : rowsText(done)}
      </p>
    </div>
  )
}

function Report({ chosen: { check, run } }: { chosen: Chosen }) {
  const report = run ?? check
  if (!report) return null
  const { rows, added, changed, same, refused, problems, changes } = report
  return (
    <>
      <output>
        {run ? 'Imported: ' : 'Checked, nothing is saved yet: '}
        {[
          `${added} new`,
          `${changed} changed`,
          `${same} unchanged`,
          refused === 1 ? '1 with a problem' : `${refused} with problems`,
        ].join(', ')}
        {rows === 0 ? '. The file has no rows below its first one' : ''}
      </output>
      {run && added + changed > 0 ? (
        <p>
          <Link to="/log" className={TEXT_LINK}>
            The log
          </Link>{' '}
          has every change with its value before.
        </p>
      ) : null}
      {problems.length > 0 ? (
        <table className="w-full border-collapse text-left">
          <caption className="mb-1 text-left font-semibold">
            Problems{problems.length < refused ? `, the first ${problems.length}` : ''}
          </caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-1 font-normal">
                Row
              </th>
              <th scope="col" className="py-1 pl-3 font-normal">
                Problem
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, message }) => (
              <tr key={`${row} ${column}`} className="border-t border-line align-top">
                <td className="py-1.5 tabular-nums">{row}</td>
                <td className="py-1.5 pl-3 break-words">
                  {column === '' ? null : <span className="block text-sm text-ink-soft">{column}</span>}
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {changes.length > 0 && !run ? (
        <details>
          <summary className="cursor-pointer font-semibold">
            What changes{changes.length < changed ? `, the first ${changes.length} rows` : ''}
          </summary>
          <ul className="mt-2 grid gap-1">
            {changes.map(({ row, products_id, columns }) => (
              <li key={row} className="break-words">
                {row}: {products_id}: <span className="text-ink-soft">{columns.join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
