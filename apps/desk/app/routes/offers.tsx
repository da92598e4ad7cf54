import { useCall } from '@nashta/browser/forms/use-call'
import { describeOfferTerms } from '@nashta/contracts/offers/offer-texts'
import { type DeskOffer, removeOffer, setOfferState } from '@nashta/contracts/offers/offers'
import { Failure } from '@nashta/ui/failure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatTime } from '../data/formats.ts'
import { OFFER_STATE_LABELS } from '../data/offer-labels.ts'
import { offersQuery } from '../data/offers-query.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Action, actionClasses, Fact, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

type State = 'paused' | 'running' | 'ended'

const DONE: Record<State, string> = { paused: 'is paused', running: 'runs again', ended: 'has ended' }

const STATE_LOOKS: Record<DeskOffer['state'], string> = {
  running: 'bg-pistachio-tint text-pistachio',
  scheduled: 'bg-butter text-ink',
  paused: 'bg-danger-tint text-danger-deep',
  ended: 'border border-line bg-paper-deep text-ink-soft',
}

export default function Offers() {
  const query = useQuery(offersQuery(useFetchShop()))
  return (
    <>
      <PageHeading title="Offers">
        <Link to="/offers/new" className={actionClasses('main')}>
          New offer
        </Link>
      </PageHeading>
      <QueryState query={query}>
        {({ offers }) =>
          offers.length === 0 ? (
            <Notice title="There is no offer yet">
              Make one for everybody, or one with a code that you send to your customers.
            </Notice>
          ) : (
            <ul className="grid gap-3">
              {offers.map((offer) => (
                <li key={offer.id} className="rounded-xl border border-line bg-paper-deep/60 p-4">
                  <OfferRow offer={offer} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </>
  )
}

function OfferRow({ offer }: { offer: DeskOffer }) {
  const { id, name, code, terms, state, uses, usesMax, revenue, cost } = offer
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [asked, setAsked] = useState<'end' | 'remove' | null>(null)
  const params = { offerId: id }

  async function setState(next: State) {
    const { data } = await fetchShop(setOfferState, { params, body: { state: next } })
    queries.setQueryData(offersQuery(fetchShop).queryKey, data)
  }

  async function remove() {
    const { data } = await fetchShop(removeOffer, { params })
    queries.setQueryData(offersQuery(fetchShop).queryKey, data)
    showToast({ text: `${name} is removed` })
  }

  const change = useCall(setState, failureText)

  async function changeWithUndo(next: 'paused' | 'running') {
    if (!(await change.run(next))) return
    const back = next === 'paused' ? 'running' : 'paused'
    showToast({ text: `${name} ${DONE[next]}`, undo: () => void change.run(back) })
  }

  async function copyLink(ofCode: string) {
    const link = `${location.origin}/?offer=${encodeURIComponent(ofCode)}`
    try {
      // Without https, `navigator.clipboard` is undefined, and this line throws.
      await navigator.clipboard.writeText(link)
      showToast({ text: `Copied: ${link}` })
    } catch {
      showToast({ text: link })
    }
  }

  async function end() {
    await setState('ended')
    showToast({ text: `${name} ${DONE.ended}` })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={`/offers/${encodeURIComponent(id)}`} className={TEXT_LINK}>
            {name}
          </Link>
        </h2>
        <span
          className={`rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${STATE_LOOKS[state]}`}
        >
          {OFFER_STATE_LABELS[state]}
        </span>
      </div>
      <p>
        {describeOfferTerms(terms)}
        {code === undefined ? ', for everybody' : `, with the code ${code}`}
      </p>
      <p className="text-ink-soft">{periodText(offer)}</p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <Fact name="Uses">{usesMax === undefined ? uses : `${uses} of ${usesMax}`}</Fact>
        <Fact name="Revenue">{formatAmount(revenue)}</Fact>
        <Fact name="Given away">{formatAmount(cost)}</Fact>
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {state === 'paused' ? (
          <Action aria-label={`Let ${name} run again`} onClick={() => void changeWithUndo('running')}>
            Run again
          </Action>
        ) : null}
        {state === 'running' || state === 'scheduled' ? (
          <Action aria-label={`Pause ${name}`} onClick={() => void changeWithUndo('paused')}>
            Pause
          </Action>
        ) : null}
        {state === 'ended' ? (
          <Action aria-label={`Remove ${name}`} onClick={() => setAsked('remove')}>
            Remove
          </Action>
        ) : (
          <Action aria-label={`End ${name}`} onClick={() => setAsked('end')}>
            End
          </Action>
        )}
        {code === undefined || state === 'ended' ? null : (
          <Action aria-label={`Copy its link: ${name}`} onClick={() => void copyLink(code)}>
            Copy its link
          </Action>
        )}
      </div>
      {change.failure ? <Failure>{change.failure}</Failure> : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title={`End ${name}?`}
          submitLabel="End it"
          onConfirm={end}
          onClosed={() => setAsked(null)}
        >
          Shoppers who have it in their cart are told at the payment. It cannot run again; its figures stay.
        </ConfirmDialog>
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          title={`Remove ${name}?`}
          submitLabel="Remove it"
          onConfirm={remove}
          onClosed={() => setAsked(null)}
        >
          Its figures go with it. Orders and bills keep its name.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function periodText({ startsAt, endsAt }: DeskOffer) {
  if (startsAt === undefined && endsAt === undefined) return 'Without an end'
  const from = startsAt === undefined ? '' : `From ${formatTime(startsAt)}`
  const until = endsAt === undefined ? ', without an end' : ` until ${formatTime(endsAt)}`
  return from === '' ? `Until ${formatTime(endsAt ?? '')}` : from + until
}
