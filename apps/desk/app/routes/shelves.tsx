import { Refusal } from '@nashta/browser/forms/failure-text'
import { newId } from '@nashta/browser/new-id'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { IMAGES_BASE, shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { SHELVES_MAX } from '@nashta/contracts/storefront/shelf-rules'
import { type DeskShelf, saveShelves } from '@nashta/contracts/storefront/shelves'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatNumberOf } from '../data/formats.ts'
import { moved } from '../data/moved.ts'
import { shelvesQuery } from '../data/shelves-query.ts'
import {
  deleteShelf,
  draftOf,
  inputOf,
  keepShelf,
  newShelf,
  type ShelfDraft,
} from '../features/shelves/shelf-drafts.ts'
import { ShelfFields } from '../features/shelves/shelf-fields.tsx'
import { keepChangedList, useWholeForm, WholeFormActions } from '../forms/whole-form.tsx'
import { useDesk, useFetchShop } from '../session/desk-session.tsx'
import { ChangeDetails } from '../ui/change-details.tsx'
import { Action, Card, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { SelectInput } from '../ui/inputs.tsx'
import { MoveActions } from '../ui/move-actions.tsx'
import { PictureUpload } from '../ui/picture-upload.ts'
import { failureText, QueryState } from '../ui/query-state.tsx'

export default function Shelves() {
  const query = useQuery(shelvesQuery(useFetchShop()))
  const { desk } = useDesk()
  return (
    <>
      <PageHeading title="Shelves" />
      <PictureUpload value={async (file) => (await desk.files.upload(uploadPicture, file)).data.key}>
        <QueryState query={query}>{(stored) => <ShelvesForm {...stored} />}</QueryState>
      </PictureUpload>
    </>
  )
}

type ShelvesFormProps = { shelves: readonly DeskShelf[]; withoutShelf: number; version: string }

function ShelvesForm({ shelves: stored, withoutShelf, version }: ShelvesFormProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const whole = useWholeForm({
    name: 'shelves',
    queryKey: shelvesQuery(fetchShop).queryKey,
    stored: draftOf(stored),
    merge: keepChangedList,
    schema: saveShelves.body,
    inputOf,
    async save(body) {
      try {
        const { data } = await fetchShop(saveShelves, { body, ifMatch: version })
        // Rows of products name their shelves.
        void queries.invalidateQueries({ queryKey: ['grid'] })
        void queries.invalidateQueries({ queryKey: ['product'] })
        return data
      } catch (error) {
        throw refusalOf(error)
      }
    },
    savedText: () => 'The shelves were saved',
    failed: (error) => withoutPath(failureText(error)),
  })
  const { draft, form } = whole
  const { shelves, deleted } = draft.value

  function change(index: number, shelf: ShelfDraft) {
    draft.setValue((current) => ({ ...current, shelves: current.shelves.with(index, shelf) }))
  }

  const remaining = shelves.filter(({ was }) => was !== '').map(({ was, name }) => [was, name] as const)
  return (
    <form {...form.formProps} aria-label="Shelves" className="space-y-4">
      <p className="max-w-2xl text-ink-soft">
        Shelves are the tiles of the home page, the filter of All Snacks and pages of their own. A snack may
        be on several of them: choose them{' '}
        <Link to="/products" className={TEXT_LINK}>
          at the product
        </Link>
        .{withoutShelf > 0 ? ` ${formatNumberOf(withoutShelf, 'product')} on no shelf.` : ''}
      </p>
      <ol className="space-y-3">
        {shelves.map((shelf, index) => (
          <li key={shelf.id} className="rounded-xl border border-line bg-paper-deep/60 p-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {shelf.picture === '' ? null : (
                <img
                  src={`${IMAGES_BASE}/${shelf.picture}?w=96`}
                  alt=""
                  className="size-10 rounded-lg object-cover"
                />
              )}
              <div className="min-w-0 grow">
                <h2 className="font-semibold wrap-anywhere">{shelf.name || 'A new shelf'}</h2>
                <p className="text-sm text-ink-soft">
                  {formatNumberOf(shelf.products, 'product')}
                  {shelf.isHidden ? ', hidden' : ''}
                </p>
              </div>
              <MoveActions
                name={shelf.name}
                index={index}
                count={shelves.length}
                onMove={(by) =>
                  draft.setValue((current) => ({ ...current, shelves: moved(current.shelves, index, by) }))
                }
              />
            </div>
            <ChangeDetails
              summary={`Change ${shelf.name || 'the new shelf'}`}
              isForced={shelf.was === '' || hasError(form.errors, index)}
            >
              <ShelfFields
                shelf={shelf}
                path={`shelves.${index}`}
                field={form.field}
                onChange={(next) => change(index, next)}
              />
              <div className="mt-3 flex flex-wrap items-center gap-3">
                <Action onClick={() => draft.setValue((current) => deleteShelf(current, shelf))}>
                  Delete this shelf
                </Action>
                {shelf.was === '' || shelf.isHidden ? null : (
                  <a href={shelfPath(shelf.was)} className="underline">
                    Its page
                  </a>
                )}
              </div>
            </ChangeDetails>
          </li>
        ))}
      </ol>
      {shelves.length < SHELVES_MAX ? (
        <Action
          onClick={() =>
            draft.setValue((current) => ({ ...current, shelves: [...current.shelves, newShelf(newId())] }))
          }
        >
          Add a shelf
        </Action>
      ) : null}
      {deleted.length > 0 ? (
        <Card title="Deleted when you save">
          <ul className="space-y-3">
            {deleted.map(({ shelf, to }) => (
              <li key={shelf.id} className="flex flex-wrap items-end gap-3">
                {shelf.products > 0 ? (
                  <SelectInput
                    label={`The ${formatNumberOf(shelf.products, 'product')} of ${shelf.name} go to`}
                    value={to}
                    options={[['', 'Please choose'], ...remaining]}
                    onChange={(chosen) =>
                      draft.setValue((current) => ({
                        ...current,
                        deleted: current.deleted.map((each) =>
                          each.shelf.id === shelf.id ? { ...each, to: chosen } : each,
                        ),
                      }))
                    }
                  />
                ) : (
                  <p className="grow content-center">{shelf.name}, which is empty</p>
                )}
                <Action onClick={() => draft.setValue((current) => keepShelf(current, shelf))}>
                  Keep {shelf.name}
                </Action>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <WholeFormActions {...whole} again="Load them again" />
    </form>
  )
}

function hasError(errors: Readonly<Record<string, string>>, index: number) {
  return Object.keys(errors).some((name) => name.startsWith(`shelves.${index}.`))
}

/** `shelves.2.name: Chips and Crisps have…` without the path of the field. */
function withoutPath(text: string) {
  return text.replace(/^shelves\.\d+\.\w+: /, '')
}

/** What the shop has refused, at the field that it names. */
function refusalOf(error: unknown): unknown {
  const text = failureText(error)
  const [, field] = /^(shelves\.\d+\.\w+): /.exec(text) ?? []
  if (isShopError(error) && field !== undefined)
    return new Refusal(withoutPath(text), { [field]: withoutPath(text) })
  return error
}
