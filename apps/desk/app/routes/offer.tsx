import { Refusal } from '@nashta/browser/forms/failure-text'
import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import { newId } from '@nashta/browser/new-id'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { type DeskOffer, saveOffer } from '@nashta/contracts/offers/offers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { offersQuery } from '../data/offers-query.ts'
import { draftOfOffer, inputOfDraft, NEW_OFFER, type OfferDraft } from '../features/offers/offer-drafts.ts'
import { OfferFields } from '../features/offers/offer-fields.tsx'
import { TryOffer } from '../features/offers/try-offer.tsx'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, FormActions, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

const NEW = 'new'

export default function Offer() {
  const { id = NEW } = useParams()
  const query = useQuery({ ...offersQuery(useFetchShop()), ...FETCH_ONCE })
  if (id === NEW)
    return (
      <>
        <PageHeading title="A new offer" />
        <OfferForm key={NEW} stored={null} />
      </>
    )
  return (
    <QueryState query={query} heading="Offer">
      {({ offers }) => {
        const offer = offers.find((each) => each.id === id)
        if (!offer)
          return (
            <>
              <PageHeading title="Offer" />
              <Notice title="There is no such offer">It may have been removed.</Notice>
            </>
          )
        return (
          <>
            <PageHeading title={offer.name} />
            <OfferForm key={id} stored={offer} />
          </>
        )
      }}
    </QueryState>
  )
}

/** `stored` is null for a new offer. */
function OfferForm({ stored }: { stored: DeskOffer | null }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const showToast = useToast()
  const [offerId] = useState(() => stored?.id ?? newId())
  const draft = useDraft<OfferDraft>({
    name: useDraftName(`offer ${stored?.id ?? NEW}`),
    stored: stored ? draftOfOffer(stored) : NEW_OFFER,
  })
  const { value } = draft
  const form = useForm({
    schema: saveOffer.body,
    read: () => inputOfDraft(value),
    failed: failureText,
    async send(body) {
      try {
        const { data } = await fetchShop(saveOffer, {
          params: { offerId },
          body,
          ...(stored && { ifMatch: stored.version }),
        })
        draft.discard()
        queries.setQueryData(offersQuery(fetchShop).queryKey, data)
        showToast({ text: `${body.name} is saved` })
        await navigate('/offers')
      } catch (error) {
        throw await refusalOf(error)
      }
    },
  })

  /** Why the save was refused, at its field. After a change by another operator the newer offer is read. */
  async function refusalOf(error: unknown) {
    if (!isShopError(error)) return error
    if (error.code === 'CODE_TAKEN') return new Refusal(failureText(error), { code: failureText(error) })
    if (error.code === 'OFFER_CHANGED') {
      await queries.invalidateQueries({ queryKey: offersQuery(fetchShop).queryKey })
      return new Refusal(
        'Somebody else has changed the offer. Your changes are still here: save again to store them.',
        {},
      )
    }
    return error
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <form {...form.formProps} aria-label="Offer" className="space-y-4">
        <OfferFields
          draft={value}
          field={form.field}
          onChange={(fields) => draft.setValue((current) => ({ ...current, ...fields }))}
        />
        <FormActions isChanged={draft.isChanged} failure={form.failure}>
          <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
            {form.isBusy ? 'Saving…' : 'Save'}
          </Action>
          {draft.isChanged ? (
            <Action
              onClick={() => {
                form.clear()
                draft.discard()
              }}
            >
              Discard
            </Action>
          ) : null}
        </FormActions>
      </form>
      <TryOffer readOffer={() => ({ ...inputOfDraft(value), name: value.name.trim() || 'This offer' })} />
    </div>
  )
}
