import { newId } from '@nashta/browser/new-id'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { shelfPath } from '@nashta/contracts/catalogue/product-urls'
import {
  FIRST_MENUS,
  FOOTER_COLUMNS_MAX,
  HEADER_LINKS_MAX,
  LEGAL_PAGES,
  MENU_LINKS_MAX,
  type Menus,
} from '@nashta/contracts/storefront/menu-rules'
import { getMenus, saveMenus } from '@nashta/contracts/storefront/menus'
import { TextField } from '@nashta/ui/field'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { moved } from '../data/moved.ts'
import { shelvesQuery } from '../data/shelves-query.ts'
import { EntryList } from '../features/menus/entry-list.tsx'
import { draftOf, inputOf, type MenusDraft } from '../features/menus/menu-drafts.ts'
import { useWholeForm, WholeFormActions } from '../forms/whole-form.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { MoveActions } from '../ui/move-actions.tsx'
import { QueryState } from '../ui/query-state.tsx'

export default function MenusScreen() {
  const query = useQuery(menusQuery(useFetchShop()))
  return (
    <>
      <PageHeading title="Menus" />
      <QueryState query={query}>{(stored) => <MenusForm {...stored} />}</QueryState>
    </>
  )
}

function menusQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['menus'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getMenus, { signal })).data,
  })
}

function MenusForm({ menus, version }: { menus: Menus; version: string }) {
  const fetchShop = useFetchShop()
  const shelves = useQuery(shelvesQuery(fetchShop)).data?.shelves ?? []
  const pages = [
    ...new Set([
      ...shelves.map(({ slug }) => shelfPath(slug)),
      ...[...FIRST_MENUS.header, ...FIRST_MENUS.phone].map(({ to }) => to),
      ...LEGAL_PAGES,
    ]),
  ]
  const whole = useWholeForm({
    name: 'menus',
    queryKey: menusQuery(fetchShop).queryKey,
    stored: draftOf(menus),
    schema: saveMenus.body,
    inputOf,
    save: async (body) => (await fetchShop(saveMenus, { body, ifMatch: version })).data,
    savedText: () => 'The menus were saved',
  })
  const { draft, form } = whole
  const { header, phone, footer } = draft.value
  const change = (fields: Partial<MenusDraft>) => draft.setValue((current) => ({ ...current, ...fields }))
  const shared = { field: form.field, pages }
  const footerError = form.field('footer').error

  return (
    <form {...form.formProps} aria-label="Menus" className="space-y-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Header">
          <p className="mb-3 text-ink-soft">Beside the name of the shop, on wide screens.</p>
          <EntryList
            {...shared}
            path="header"
            max={HEADER_LINKS_MAX}
            entries={header}
            onChange={(entries) => change({ header: entries })}
          />
        </Card>
        <Card title="Menu on phones">
          <p className="mb-3 text-ink-soft">Above the links of the account.</p>
          <EntryList
            {...shared}
            path="phone"
            max={MENU_LINKS_MAX}
            entries={phone}
            onChange={(entries) => change({ phone: entries })}
          />
        </Card>
      </div>
      <Card title="Footer">
        <p className="mb-3 text-ink-soft">
          It must lead to {LEGAL_PAGES.join(', ')}: the law wants these pages within reach of every page.
        </p>
        <ol className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {footer.map((column, index) => (
            <li key={column.id} className="rounded-xl border border-line p-3">
              <div className="flex items-end gap-2">
                <div className="min-w-0 grow">
                  <TextField
                    {...form.field(`footer.${index}.title`)}
                    label="Title of the column"
                    value={column.title}
                    onChange={({ target }) =>
                      change({ footer: footer.with(index, { ...column, title: target.value }) })
                    }
                  />
                </div>
                <MoveActions
                  name={column.title || 'the column'}
                  index={index}
                  count={footer.length}
                  onMove={(by) => change({ footer: moved(footer, index, by) })}
                />
              </div>
              <EntryList
                {...shared}
                path={`footer.${index}.links`}
                max={MENU_LINKS_MAX}
                entries={column.links}
                onChange={(links) => change({ footer: footer.with(index, { ...column, links }) })}
              />
              <div className="mt-2">
                <Action
                  look="plain"
                  onClick={() => change({ footer: footer.filter(({ id }) => id !== column.id) })}
                >
                  Remove the column {column.title}
                </Action>
              </div>
            </li>
          ))}
        </ol>
        {footerError ? <p className="mt-2 font-medium text-danger-deep">{footerError}</p> : null}
        {footer.length < FOOTER_COLUMNS_MAX ? (
          <div className="mt-3">
            <Action onClick={() => change({ footer: [...footer, { id: newId(), title: '', links: [] }] })}>
              Add a column
            </Action>
          </div>
        ) : null}
      </Card>
      <WholeFormActions {...whole} again="Load them again">
        <Action onClick={() => draft.setValue(draftOf(FIRST_MENUS))}>Those of a new shop</Action>
      </WholeFormActions>
    </form>
  )
}
