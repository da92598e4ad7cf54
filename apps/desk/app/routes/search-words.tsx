import { newId } from '@nashta/browser/new-id'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { type Synonym, SYNONYMS_MAX } from '@nashta/contracts/catalogue/search/synonym-rules'
import {
  getSynonymsAtDesk,
  listFruitlessSearches,
  saveSynonyms,
} from '@nashta/contracts/catalogue/search/synonyms'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { formatNumberOf } from '../data/formats.ts'
import { draftOf, hasPhrase, inputOf, type SynonymDraft } from '../features/search-words/synonym-drafts.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { QueryState } from '../ui/query-state.tsx'

/** So many lines are shown at once: each has two fields. */
const SHOWN_MAX = 25
import { keepChangedList, useWholeForm, WholeFormActions } from '../forms/whole-form.tsx'

export default function SearchWords() {
  const query = useQuery(synonymsQuery(useFetchShop()))
  return (
    <>
      <PageHeading title="Search words" />
      <QueryState query={query}>{(stored) => <SynonymsForm {...stored} />}</QueryState>
    </>
  )
}

function synonymsQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['synonyms'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getSynonymsAtDesk, { signal })).data,
  })
}

function fruitlessQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['fruitless searches'],
    queryFn: async ({ signal }) => (await fetchShop(listFruitlessSearches, { signal })).data.searches,
  })
}

function SynonymsForm({ synonyms, version }: { synonyms: readonly Synonym[]; version: string }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const whole = useWholeForm({
    name: 'synonyms',
    queryKey: synonymsQuery(fetchShop).queryKey,
    stored: draftOf(synonyms),
    merge: keepChangedList,
    schema: saveSynonyms.body,
    inputOf,
    async save(body) {
      const { data } = await fetchShop(saveSynonyms, { body, ifMatch: version })
      void queries.invalidateQueries({ queryKey: fruitlessQuery(fetchShop).queryKey })
      return data
    },
    savedText: () => 'The search words were saved',
  })
  const { draft, form } = whole
  const lines = draft.value
  const [filter, setFilter] = useState('')
  const indexes = lines.flatMap((line, index) =>
    hasPhrase(line, filter) || hasError(form.errors, index) ? index : [],
  )

  function change(id: string, fields: Partial<SynonymDraft>) {
    draft.setValue((current) => current.map((line) => (line.id === id ? { ...line, ...fields } : line)))
  }

  function add(searched: string) {
    setFilter('')
    // New lines stand first, where they are seen.
    draft.setValue((current) => [{ id: newId(), searched, finds: '' }, ...current])
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <form {...form.formProps} aria-label="Search words" className="space-y-4">
        <Card title="Words that mean the same">
          <p className="mb-3 max-w-2xl text-ink-soft">
            Put commas between words that mean the same: a search for one of them finds the others too. To
            find something else instead, such as part of a name or “500 g”, write it into the second field.
            Plurals, and Hindi in both scripts, need no line.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 grow">
              <TextInput label="Filter" value={filter} onChange={setFilter} />
            </div>
            {lines.length < SYNONYMS_MAX ? <Action onClick={() => add('')}>Add a line</Action> : null}
          </div>
          <ol className="mt-3 space-y-2">
            {indexes.slice(0, SHOWN_MAX).map((index) => {
              const line = lines[index]
              return line ? (
                <li
                  key={line.id}
                  className="grid items-start gap-x-3 border-t border-line pt-2 sm:grid-cols-[1fr_1fr_auto]"
                >
                  <TextInput
                    {...form.field(`synonyms.${index}.searched`)}
                    label="Words"
                    value={line.searched}
                    onChange={(searched) => change(line.id, { searched })}
                  />
                  <TextInput
                    {...form.field(`synonyms.${index}.finds`)}
                    label="Finds instead"
                    value={line.finds}
                    onChange={(finds) => change(line.id, { finds })}
                  />
                  <div className="sm:pt-6">
                    <Action
                      look="plain"
                      onClick={() => draft.setValue((current) => current.filter(({ id }) => id !== line.id))}
                    >
                      Remove<span className="sr-only"> {line.searched || 'the empty line'}</span>
                    </Action>
                  </div>
                </li>
              ) : null
            })}
          </ol>
          {indexes.length > SHOWN_MAX ? (
            <p className="mt-3 text-ink-soft">
              {formatNumberOf(indexes.length - SHOWN_MAX, 'more line')}: filter to see them.
            </p>
          ) : null}
        </Card>
        <WholeFormActions {...whole} again="Load them again" />
      </form>
      <FruitlessSearches onAdd={add} />
    </div>
  )
}

/** What shoppers searched for in vain. A line for it can be begun from here. */
function FruitlessSearches({ onAdd }: { onAdd: (text: string) => void }) {
  const query = useQuery(fruitlessQuery(useFetchShop()))
  return (
    <Card title="Searches without a result">
      <p className="mb-3 text-ink-soft">
        What shoppers searched for in the last 90 days and did not find. Nobody’s name, address or number is
        kept. New searches appear within a minute.
      </p>
      <QueryState query={query}>
        {(searches) =>
          searches.length === 0 ? (
            <p>None.</p>
          ) : (
            <ul className="divide-y divide-line">
              {searches.map(({ text, count }) => (
                <li key={text} className="flex items-center gap-3 py-1">
                  <span className="min-w-0 grow wrap-anywhere">{text}</span>
                  <span className="text-ink-soft tabular-nums">{count} ×</span>
                  <Action look="plain" onClick={() => onAdd(text)}>
                    Add<span className="sr-only"> a line for {text}</span>
                  </Action>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  )
}

function hasError(errors: Readonly<Record<string, string>>, index: number) {
  return Object.keys(errors).some((name) => name.startsWith(`synonyms.${index}.`))
}
