import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { closeSheetProps, openSheetProps, Sheet } from '@nashta/ui/sheet'
import { type ReactNode, useId, useState } from 'react'
import { Form } from 'react-router'
import { lazyPart } from '../../data/late/awaited-parts.tsx'
import { ALL_SNACKS_PATH, SEARCHING } from '../../texts/search-address.ts'

const SEARCH_SHEET_ID = 'search'
const SEARCH_BUTTON_ID = 'find'
const SEARCH_LABEL = 'Find a snack'

/** Loaded when a shopper goes into a search field. */
const SearchSuggestions = lazyPart(() => import('./search-suggestions.tsx'))

/** The field of wide screens, and the button that opens the whole-screen search on small ones. */
export function HeaderSearch() {
  return (
    <>
      <search className="relative max-lg:hidden">
        <SearchForm hasPanel />
      </search>
      <button
        type="button"
        id={SEARCH_BUTTON_ID}
        {...openSheetProps(SEARCH_SHEET_ID)}
        aria-label={SEARCH_LABEL}
        className={`${ICON_BUTTON} lg:hidden`}
      >
        <Icon name="search" />
      </button>
    </>
  )
}

/** The whole-screen search of small screens. */
export function SearchSheet() {
  return (
    <Sheet id={SEARCH_SHEET_ID} side="top" labelledBy={SEARCH_BUTTON_ID}>
      <search className="block p-4">
        <SearchForm
          end={
            <button
              type="button"
              {...closeSheetProps(SEARCH_SHEET_ID)}
              aria-label="Close"
              className={ICON_BUTTON}
            >
              <Icon name="close" />
            </button>
          }
        />
      </search>
    </Sheet>
  )
}

/** Also a search that is sent before the suggestions are loaded joins the last searches. */
function saveSearch(text: string) {
  void import('./recent-searches.ts').then(
    ({ saveRecentSearch }) => saveRecentSearch(text),
    // The list of last searches is only a help.
    () => {},
  )
}

type SearchFormProps = {
  /** Whether the suggestions lie over the page. */
  hasPanel?: boolean
  /** Stands after the field. */
  end?: ReactNode
}

/** A plain GET form without scripts. With them, suggestions appear below the field. */
function SearchForm({ hasPanel = false, end }: SearchFormProps) {
  const listId = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  /** The id of the suggestion that Enter would open. */
  const [active, setActive] = useState<string>()

  function close() {
    setOpen(false)
    setActive(undefined)
  }

  return (
    <Form
      action={ALL_SNACKS_PATH}
      onSubmit={() => {
        close()
        if (field) saveSearch(field.value)
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (hasPanel && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <div className="flex items-center gap-1">
        <input
          ref={setField}
          // A search field may not be a combobox in HTML.
          type="text"
          name="search"
          role="combobox"
          aria-label={SEARCH_LABEL}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active}
          placeholder={SEARCH_LABEL}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => setOpen(true)}
          onInput={() => setOpen(true)}
          className="search-field"
        />
        {end}
      </div>
      {/* Visible before the code of the suggestions is there. */}
      <output className="searching">
        <span>{SEARCHING}</span>
      </output>
      {isOpen && field ? (
        <SearchSuggestions
          field={field}
          listId={listId}
          hasPanel={hasPanel}
          active={active}
          onActive={setActive}
          onClose={close}
        />
      ) : null}
    </Form>
  )
}
