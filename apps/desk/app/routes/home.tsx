import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { newId } from '@nashta/browser/new-id'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { shelfPath } from '@nashta/contracts/catalogue/product-urls'
import {
  getHome,
  type HomeAtDesk,
  publishHome,
  undoHome,
  unscheduleHome,
} from '@nashta/contracts/storefront/home'
import { HOME_SECTIONS, HOME_SLIDES_MAX } from '@nashta/contracts/storefront/home-rules'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { formatNumberOf, formatTime } from '../data/formats.ts'
import { moved } from '../data/moved.ts'
import { shelvesQuery } from '../data/shelves-query.ts'
import { draftOf, type HomeDraft, inputOf, newSlide, type SlideDraft } from '../features/home/home-drafts.ts'
import { HomePreview } from '../features/home/home-preview.tsx'
import { SlideFields } from '../features/home/slide-fields.tsx'
import { useWholeForm, WholeFormActions } from '../forms/whole-form.tsx'
import { useDesk, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ChangeDetails } from '../ui/change-details.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { CheckInput } from '../ui/inputs.tsx'
import { MoveActions } from '../ui/move-actions.tsx'
import { PictureUpload } from '../ui/picture-upload.ts'
import { failureText, QueryState } from '../ui/query-state.tsx'

export default function HomePage() {
  const fetchShop = useFetchShop()
  const query = useQuery(homeQuery(fetchShop))
  const { desk } = useDesk()
  return (
    <>
      <PageHeading title="Home page">
        <a href="/" className="px-2 underline">
          In the shop
        </a>
      </PageHeading>
      <PictureUpload value={async (file) => (await desk.files.upload(uploadPicture, file)).data.key}>
        <QueryState query={query}>
          {(stored) => (
            <div className="space-y-4">
              <Published {...stored} />
              <HomeForm {...stored} />
            </div>
          )}
        </QueryState>
      </PictureUpload>
    </>
  )
}

function homeQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['home page'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getHome, { signal })).data,
  })
}

/** What shoppers see now and what is scheduled, with buttons that take either back. */
function Published({ publishedAt, scheduled, former, version }: HomeAtDesk) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const call = useCall(async ({ endpoint, done }: { endpoint: 'undo' | 'unschedule'; done: string }) => {
    const { data } =
      endpoint === 'undo'
        ? await fetchShop(undoHome, { body: {}, ifMatch: version })
        : await fetchShop(unscheduleHome, { ifMatch: version })
    queries.setQueryData(homeQuery(fetchShop).queryKey, data)
    showToast({ text: done })
  }, failureText)
  return (
    <Card title="In the shop">
      <p>
        {publishedAt === null
          ? 'Shoppers see the home page that every new shop starts with.'
          : `Shoppers see what was published on ${formatTime(publishedAt)}.`}
      </p>
      {scheduled ? (
        <p className="mt-1">Another page will be published on {formatTime(scheduled.at)}.</p>
      ) : null}
      {call.failure ? <Failure>{call.failure}</Failure> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {former.length > 0 ? (
          <Action
            aria-disabled={call.isBusy || undefined}
            onClick={() => void call.run({ endpoint: 'undo', done: 'Brought back' })}
          >
            Bring back the page before
          </Action>
        ) : null}
        {scheduled ? (
          <Action
            aria-disabled={call.isBusy || undefined}
            onClick={() => void call.run({ endpoint: 'unschedule', done: 'Called off' })}
          >
            Call it off
          </Action>
        ) : null}
      </div>
      {former.length > 1 ? (
        <p className="mt-2 text-sm text-ink-soft">
          {formatNumberOf(former.length, 'page')} can be brought back, one after the other.
        </p>
      ) : null}
    </Card>
  )
}

const SECTION_NAMES = new Map<string, string>(Object.entries(HOME_SECTIONS))

function HomeForm({ home, version }: HomeAtDesk) {
  const fetchShop = useFetchShop()
  const shelves = useQuery(shelvesQuery(fetchShop)).data?.shelves ?? []
  const links = [
    '/collections/allproducts',
    '/collections/best-sellers',
    '/collections/new-arrivals',
    ...shelves.map(({ slug }) => shelfPath(slug)),
  ]
  const whole = useWholeForm({
    name: 'home page',
    queryKey: homeQuery(fetchShop).queryKey,
    stored: draftOf(home),
    schema: publishHome.body,
    inputOf,
    async save(body) {
      try {
        return (await fetchShop(publishHome, { body, ifMatch: version })).data
      } catch (error) {
        throw refusalOf(error)
      }
    },
    savedText: (body) => (body.at === undefined ? 'Published' : 'It will be published at its time'),
    failed: (error) => withoutPath(failureText(error)),
  })
  const { draft, form } = whole
  const { value } = draft
  const { slides, sections, at } = value
  const change = (fields: Partial<HomeDraft>) => draft.setValue((current) => ({ ...current, ...fields }))
  const setSlide = (index: number, slide: SlideDraft) =>
    draft.setValue((current) => ({ ...current, slides: current.slides.with(index, slide) }))

  return (
    <form {...form.formProps} aria-label="Home page" className="space-y-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <Card title="Above every page">
            <div className="grid gap-x-3 gap-y-2.5 sm:grid-cols-2">
              <TextField
                {...form.field('home.announcement.text')}
                label="Line above every page"
                hint="Leave empty to say when delivery is free"
                value={value.announcement}
                onChange={({ target }) => change({ announcement: target.value })}
              />
              <TextField
                {...form.field('home.announcement.to')}
                label="The line leads to"
                hint="A page of your shop. Optional"
                suggestions={links}
                value={value.announcementTo}
                onChange={({ target }) => change({ announcementTo: target.value })}
              />
            </div>
          </Card>
          <Card title="Slides">
            <ol className="space-y-3">
              {slides.map((slide, index) => (
                <li key={slide.id} className="rounded-lg border border-line bg-white/50 p-3">
                  <div className="flex items-center gap-2">
                    <h3 className="min-w-0 grow font-semibold wrap-anywhere">
                      {index + 1}. {slide.title || 'No title yet'}
                    </h3>
                    <MoveActions
                      name={slide.title || 'the slide'}
                      index={index}
                      count={slides.length}
                      onMove={(by) => change({ slides: moved(slides, index, by) })}
                    />
                  </div>
                  <ChangeDetails
                    summary={`Change ${slide.title || 'the slide'}`}
                    isForced={!slide.id.startsWith('stored') || hasError(form.errors, index)}
                  >
                    <SlideFields
                      slide={slide}
                      path={`home.slides.${index}`}
                      field={form.field}
                      links={links}
                      onChange={(next) => setSlide(index, next)}
                    />
                    {slides.length > 1 ? (
                      <Action onClick={() => change({ slides: slides.filter(({ id }) => id !== slide.id) })}>
                        Remove this slide
                      </Action>
                    ) : null}
                  </ChangeDetails>
                </li>
              ))}
            </ol>
            {slides.length < HOME_SLIDES_MAX ? (
              <div className="mt-3">
                <Action onClick={() => change({ slides: [...slides, newSlide(newId())] })}>
                  Add a slide
                </Action>
              </div>
            ) : null}
          </Card>
          <Card title="Below the slides">
            <ol className="divide-y divide-line rounded-lg border border-line bg-white">
              {sections.map(({ name, isShown }, index) => {
                const label = SECTION_NAMES.get(name) ?? name
                return (
                  <li key={name} className="flex items-center gap-1 py-1 pr-1 pl-3">
                    <span className="grow">
                      <CheckInput
                        label={`Show ${label}`}
                        checked={isShown}
                        onChange={(checked) =>
                          change({ sections: sections.with(index, { name, isShown: checked }) })
                        }
                      />
                    </span>
                    <MoveActions
                      name={label}
                      index={index}
                      count={sections.length}
                      onMove={(by) => change({ sections: moved(sections, index, by) })}
                    />
                  </li>
                )
              })}
            </ol>
          </Card>
        </div>
        <div className="space-y-4 lg:sticky lg:top-4">
          <HomePreview {...value} />
          <Card title="Publish">
            <TextField
              {...form.field('at')}
              label="Publish at"
              hint="Indian time. Leave empty to publish at once"
              type="datetime-local"
              value={at}
              onChange={({ target }) => change({ at: target.value })}
            />
            <WholeFormActions
              {...whole}
              again="Load it again"
              save={at === '' ? 'Publish' : 'Publish at this time'}
            />
          </Card>
        </div>
      </div>
    </form>
  )
}

function hasError(errors: Readonly<Record<string, string>>, index: number) {
  return Object.keys(errors).some((name) => name.startsWith(`home.slides.${index}.`))
}

/** `home.slides.2.to: A link…` without the path of the field. */
function withoutPath(text: string) {
  return text.replace(/^(?:home|at)[\w.]*: /, '')
}

/** What the shop has refused, at the field that it names. */
function refusalOf(error: unknown): unknown {
  const text = failureText(error)
  const [, field] = /^((?:home|at)[\w.]*): /.exec(text) ?? []
  if (isShopError(error) && field !== undefined)
    return new Refusal(withoutPath(text), { [field]: withoutPath(text) })
  return error
}
