import { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import { LOG_KINDS, type LoggedChange, listLog } from '@nashta/contracts/operators/operator-log'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatNumberOf } from '../data/formats.ts'
import { instantsOf } from '../data/indian-days.ts'
import {
  type ChangeText,
  describeChanges,
  describeEntry,
  LOG_KIND_LABELS,
} from '../features/log/log-texts.ts'
import { UndoChange } from '../features/log/undo-change.tsx'
import { operatorName, useOperatorNames } from '../features/log/use-operator-names.ts'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { SCREENS } from '../shell/screens.ts'
import { Action, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { FilterSelect, INPUT, Labelled } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { FoundState } from '../ui/query-state.tsx'

const TIME_FORMAT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** The filters in the URL. The Shop API accepts a subject, which is an id, only together with its kind. */
function readFilter(params: URLSearchParams) {
  const kind = params.get('kind') ?? ''
  const subject = kind ? (params.get('subject') ?? '') : ''
  return { kind, subject, by: params.get('by') ?? '', day: params.get('day') ?? '' }
}

type LogFilter = ReturnType<typeof readFilter>

function toSearch(filter: LogFilter) {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}

/** The list of operators' changes, with the values before and after. */
export default function Log() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const { kind, subject, by, day } = filter
  const query = useInfiniteQuery({
    queryKey: ['log', filter],
    queryFn: async ({ pageParam, signal }) => {
      const range = instantsOf({ from: day, until: day })
      const page = { kind, subject, by, ...range, cursor: pageParam }
      return (await fetchShop(listLog, { query: page, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // After a change of the filter, the old list stays on the page until the new list arrives.
    placeholderData: (previous) => previous,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const operators = useOperatorNames(entries, by)
  const change = (changes: Partial<LogFilter>) => setParams(toSearch({ ...filter, ...changes }))

  return (
    <>
      <PageHeading title="Log" />
      <div className="mb-4 grid grid-cols-2 items-end gap-3 sm:w-[44rem] sm:grid-cols-3">
        <FilterSelect
          label="About"
          value={kind}
          options={[['', 'Everything'], ...LOG_KINDS.map((each) => [each, LOG_KIND_LABELS[each]] as const)]}
          onChange={(chosen) => change({ kind: chosen, subject: '' })}
        />
        <Labelled label="Day">
          <input
            type="date"
            value={day}
            onChange={({ target }) => change({ day: target.value })}
            className={INPUT}
          />
        </Labelled>
        <div className="max-sm:col-span-2">
          <FilterSelect
            label="By"
            value={by}
            options={[['', 'Everybody'], ...operators]}
            onChange={(chosen) => change({ by: chosen })}
          />
        </div>
      </div>
      {subject ? (
        <p className="mb-4 flex flex-wrap items-center gap-3">
          <span>
            Only {kind === 'order' ? `order #${orderNumber(subject)}` : subjectName(entries, subject)}
          </span>
          <Action onClick={() => change({ subject: '' })}>Show all</Action>
        </p>
      ) : null}
      <FoundState query={query}>
        {() => {
          // The operator may have changed the filter from `Orders` to `Everything`. Until the
          // whole log arrives, `entries` is still the list of orders, which may be empty.
          const isListOfOldFilter = query.isPlaceholderData
          const isWholeLog = toSearch(filter).size === 0 && !isListOfOldFilter
          if (entries.length === 0)
            return <Notice title={isWholeLog ? 'Nothing was changed yet' : 'No change matches'} />
          return (
            <>
              <ol className="grid gap-2">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} filter={filter} />
                ))}
              </ol>
              <MorePages query={query} />
            </>
          )
        }}
      </FoundState>
    </>
  )
}

function subjectName(entries: readonly LoggedChange[], subject: string) {
  const entry = entries.find((each) => each.subject === subject)
  return entry ? describeEntry(entry).subject : subject
}

/** An entry with more changes, such as a new product, shows them on demand. */
const SHOWN_CHANGES_MAX = 6

function Entry({ entry, filter }: { entry: LoggedChange; filter: LogFilter }) {
  const mayCall = useMayCall()
  const { at, by, kind, subject, action } = entry
  const text = describeEntry(entry)
  const isUndoable = kind === 'product' && (action === 'create' || action === 'update')
  const changes = describeChanges(entry)
  const screen = SCREENS.find(({ path }) => text.path?.startsWith(path))
  const isLink = text.path !== null && screen !== undefined && mayCall(screen.needs)
  return (
    <li className="rounded-xl border border-line px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words">
          <Link
            to={`?${toSearch({ ...filter, by: by.sub })}`}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {operatorName(by)}
          </Link>{' '}
          {text.verb}{' '}
          {isLink && text.path !== null ? (
            <Link to={text.path} className={`font-medium ${TEXT_LINK}`}>
              {text.subject}
            </Link>
          ) : (
            <span className="font-medium">{text.subject}</span>
          )}
        </p>
        <p className="flex items-baseline gap-3 py-1 text-sm text-ink-soft">
          <time dateTime={at}>{TIME_FORMAT.format(new Date(at))}</time>
          {filter.subject === '' && (kind === 'order' || kind === 'product') ? (
            <Link
              to={`?${toSearch({ kind, subject, by: '', day: '' })}`}
              aria-label={`All changes of ${text.subject}`}
              className={`py-1.5 ${TEXT_LINK}`}
            >
              All changes
            </Link>
          ) : null}
        </p>
      </div>
      {changes.length > SHOWN_CHANGES_MAX ? (
        <details>
          <summary className="min-h-10 cursor-pointer content-center text-ink-soft">
            {formatNumberOf(changes.length, 'field')}
          </summary>
          <ChangeList changes={changes} />
        </details>
      ) : (
        <ChangeList changes={changes} />
      )}
      {isUndoable && mayCall(undoProducts) ? (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <UndoChange productId={subject} at={at} subject={text.subject} />
        </p>
      ) : null}
    </li>
  )
}

function ChangeList({ changes }: { changes: readonly ChangeText[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 grid gap-x-4 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {changes.map((change) => (
        <div key={change.label} className="contents">
          <dt className="text-ink-soft">{change.label}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1">
            {change.from === '' ? null : (
              <>
                <del className="text-ink-soft">{change.from}</del>{' '}
              </>
            )}
            {change.from === '' || change.to === '' ? null : '→ '}
            {change.to === '' ? 'removed' : change.to}
          </dd>
        </div>
      ))}
    </dl>
  )
}
