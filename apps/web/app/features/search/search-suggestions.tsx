import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { Product } from '@nashta/contracts/catalogue/product'
import {
  FALLBACK_PICTURE_URL,
  pictureSrcSet,
  productPath,
  shelfPath,
} from '@nashta/contracts/catalogue/product-urls'
import { packText } from '@nashta/contracts/catalogue/unit-price'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { Picture } from '@nashta/ui/picture'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { PageShelf } from '../../data/shop/read-storefront.ts'
import { useShelves } from '../../data/shop/use-shelves.ts'
import { SEARCH_PRODUCTS_FAILED, SOLD_OUT } from '../../texts/products.ts'
import { SEARCHING, SEARCH_MAX, searchPath } from '../../texts/search-address.ts'
import { forgetRecentSearches, readRecentSearches, saveRecentSearch } from './recent-searches.ts'
import { type Found, useFound } from './use-found.ts'

export type SearchSuggestionsProps = {
  field: HTMLInputElement
  /** The id of the list, which the field names. */
  listId: string
  /** Whether the suggestions lie over the page. */
  hasPanel: boolean
  /** The id of the suggestion that Enter opens; undefined when Enter searches for the text. */
  active: string | undefined
  onActive: (id: string | undefined) => void
  onClose: () => void
}

type Suggestion = {
  to: string
  content: ReactNode
  /** The text that joins the recent searches when the suggestion is chosen. */
  search?: string
}

/**
 * Suggestions for what stands in the field: snacks, shelves and the last searches. A default export
 * for `lazy`.
 */
export default function SearchSuggestions(props: SearchSuggestionsProps) {
  const { field, listId, hasPanel, active, onActive, onClose } = props
  const navigate = useNavigate()
  const text = useTextOf(field)
  const found = useFound(text)
  const [recent, setRecent] = useState(readRecentSearches)
  const groups = groupsOf({ text, found, recent, shelves: useShelves() })
  const suggestions = groups.flatMap(({ items }) => items)
  const idOf = ({ to }: Suggestion) => listId + to
  const activeIndex = suggestions.findIndex((each) => idOf(each) === active)

  function leave({ search }: Suggestion) {
    if (search !== undefined) saveRecentSearch(search)
    onClose()
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault()
      // Before the first suggestion and after the last one stands the text itself.
      const next = activeIndex === -1 && step < 0 ? suggestions.at(-1) : suggestions[activeIndex + step]
      onActive(next && idOf(next))
    } else if (event.key === 'Enter') {
      const chosen = suggestions[activeIndex]
      // Without a chosen suggestion, the form is sent.
      if (!chosen) return
      event.preventDefault()
      field.blur()
      void navigate(chosen.to)
      leave(chosen)
    } else if (event.key === 'Escape' && hasPanel) {
      // The first Esc closes the suggestions, the second one empties the field.
      event.preventDefault()
      onClose()
    }
  })
  useEffect(() => {
    const abort = new AbortController()
    field.addEventListener('keydown', (event) => onKeyDown(event), abort)
    return () => abort.abort()
  }, [field])

  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      className={
        hasPanel
          ? 'absolute top-full right-0 z-30 mt-2 max-h-[min(36rem,75dvh)] w-96 overflow-y-auto rounded-3xl border border-line bg-paper p-3 shadow-lg'
          : 'mt-4'
      }
    >
      {/* A select of the browser shows no pictures. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="listbox" id={listId} aria-label="Suggestions">
        {groups.map(({ title, items }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside a list box
          <div key={title} role="group" aria-label={title} className="mb-3">
            <p aria-hidden="true" className="px-3 pb-1 text-sm font-semibold text-ink-soft">
              {title}
            </p>
            {items.map((suggestion) => {
              const id = idOf(suggestion)
              return (
                <Link
                  key={suggestion.to}
                  id={id}
                  to={suggestion.to}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside a list box
                  role="option"
                  aria-selected={id === active}
                  tabIndex={-1}
                  discover="none"
                  onClick={() => leave(suggestion)}
                  className="flex min-h-11 items-center gap-3 rounded-2xl px-3 py-1.5 hover:bg-raspberry-tint aria-selected:bg-raspberry-tint"
                >
                  {suggestion.content}
                </Link>
              )
            })}
          </div>
        ))}
      </div>
      {text === '' && recent.length > 0 ? (
        <button
          type="button"
          onClick={() => {
            forgetRecentSearches()
            setRecent([])
            field.focus()
          }}
          className="min-h-11 rounded-full px-3 text-sm font-semibold underline underline-offset-4"
        >
          Forget my searches
        </button>
      ) : null}
      <output className="block px-3 text-ink-soft">{statusOf(text, found)}</output>
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
const TYPING_PAUSE_MS = 200

type GroupsOptions = {
  text: string
  found: Found | null
  recent: readonly string[]
  shelves: readonly PageShelf[]
}

function groupsOf({ text, found, recent, shelves }: GroupsOptions): { title: string; items: Suggestion[] }[] {
  const groups = [
    { title: 'Snacks', items: text === '' ? [] : snacksOf(text, found) },
    { title: 'Did you mean', items: text === '' ? [] : (found?.corrections ?? []).map(searchAgain) },
    {
      title: 'Your last searches',
      items: recent.filter((each) => each !== text && begins(each, text)).map(searchAgain),
    },
    { title: 'Shelves', items: shelves.filter(({ name }) => begins(name, text)).map(onShelf) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** Whether a word of the name begins like the text. Every name does while nothing is typed. */
function begins(name: string, text: string) {
  const searched = foldText(text)
  return foldText(name)
    .split(' ')
    .some((_word, index, words) => words.slice(index).join(' ').startsWith(searched))
}

function snacksOf(text: string, found: Found | null): Suggestion[] {
  if (!found || found.total === 0) return []
  const snacks = found.products.map((product) => ({
    to: productPath(product.products_id),
    content: <Snack product={product} />,
    search: text,
  }))
  const all = {
    to: searchPath(found.text),
    content: <span className="font-semibold text-raspberry">Everything for “{found.text}”</span>,
    search: found.text,
  }
  return [...snacks, all]
}

function searchAgain(search: string): Suggestion {
  return { to: searchPath(search), content: <span className="min-w-0 truncate">{search}</span>, search }
}

function onShelf({ slug, name }: PageShelf): Suggestion {
  return { to: shelfPath(slug), content: name }
}

function Snack({ product }: { product: Product }) {
  const { name, imageUrl, price, stock } = product
  return (
    <>
      <Picture
        src={imageUrl || FALLBACK_PICTURE_URL}
        srcSet={pictureSrcSet(imageUrl, 320)}
        sizes="3rem"
        alt=""
        width={1200}
        height={1200}
        fallbackSrc={FALLBACK_PICTURE_URL}
        className="size-12 shrink-0 rounded-xl object-cover"
      />
      <span className="min-w-0 grow">
        <span className="block font-medium text-balance wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-soft">{stock === 0 ? SOLD_OUT : packText(product)}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{formatRupees(rupeesToPaise(price))}</span>
    </>
  )
}

function statusOf(text: string, found: Found | null) {
  if (text === '') return ''
  if (found?.text !== text) return SEARCHING
  if (found.total > 0) return ''
  return found.isOffline ? SEARCH_PRODUCTS_FAILED : `Nothing is called “${found.text}”.`
}

/** As All Snacks does, a text that is too long is cut. */
function textOf({ value }: HTMLInputElement) {
  return value.trim().slice(0, SEARCH_MAX)
}

/** What stands in the field, after a pause in typing. */
function useTextOf(field: HTMLInputElement) {
  const [text, setText] = useState(() => textOf(field))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      clearTimeout(timer)
      timer = setTimeout(() => setText(textOf(field)), TYPING_PAUSE_MS)
    }
    field.addEventListener('input', wait)
    // The shopper may have typed while this code was loaded.
    wait()
    return () => {
      clearTimeout(timer)
      field.removeEventListener('input', wait)
    }
  }, [field])
  return text
}
