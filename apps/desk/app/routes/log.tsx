import { LOG_KINDS, type LoggedChange, listLog } from '@nashta/contracts/operators/operator-log'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useFetchShop } from '../session/desk-session.tsx'
import { PageHeading } from '../ui/controls.tsx'
import { INPUT, Labelled, FilterSelect } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { QueryState } from '../ui/query-state.tsx'

const TIME_FORMAT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** The list of operators' changes, with the values before and after. */
export default function Log() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const kind = params.get('kind') ?? ''
  // The Shop API accepts a subject, which is an id, only together with its kind.
  const subject = kind ? (params.get('subject') ?? '') : ''
  const query = useInfiniteQuery({
    queryKey: ['log', kind, subject],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(listLog, { query: { kind, subject, cursor: pageParam }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // After a change of the filter, the old list stays on the page until the new list arrives.
    placeholderData: (previous) => previous,
  })

  return (
    <>
      <PageHeading title="Log" />
      <div className="mb-4 grid grid-cols-2 gap-3 sm:w-[32rem]">
        <FilterSelect
          label="About"
          value={kind}
          options={[['', 'Everything'], ...LOG_KINDS]}
          onChange={(chosen) => setParams(chosen ? { kind: chosen } : {})}
        />
        <Labelled label="Its id">
          <input
            value={subject}
            disabled={!kind}
            onChange={(event) =>
              setParams(event.target.value ? { kind, subject: event.target.value } : { kind }, {
                replace: true,
              })
            }
            className={INPUT}
          />
        </Labelled>
      </div>
      <QueryState query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          // The operator may have changed the filter from `order` to `Everything`. Until the
          // whole log arrives, `entries` is still the list of `order`, which may be empty.
          const isListOfOldFilter = query.isPlaceholderData
          const isWholeLog = kind === '' && !isListOfOldFilter
          if (entries.length === 0)
            return <Notice title={isWholeLog ? 'Nothing was changed yet' : 'No change matches'} />
          return (
            <>
              <ol className="grid gap-2">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              <MorePages query={query} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function Entry({ entry: { at, by, kind, subject, action, changes } }: { entry: LoggedChange }) {
  return (
    <li className="rounded-xl border border-line px-4 py-3">
      <p>
        <span className="font-semibold">{by.email ?? by.username}</span> · {action} · {kind}{' '}
        <span className="font-medium break-all">{subject}</span>{' '}
        <time dateTime={at} className="text-ink-soft">
          {TIME_FORMAT.format(new Date(at))}
        </time>
      </p>
      <dl className="mt-1 grid gap-x-4 sm:grid-cols-[minmax(8rem,auto)_1fr]">
        {Object.entries(changes).map(([field, { from, to }]) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{field}</dt>
            <dd className="min-w-0 break-words">
              <del className="text-ink-soft">{valueText(from)}</del> → {valueText(to)}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const VALUE_MAX_LENGTH = 300

function valueText(value: unknown): string {
  if (value === null) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text
}
