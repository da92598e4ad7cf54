import { useCall } from '@nashta/browser/forms/use-call'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import {
  type Connections as ConnectionsReply,
  connectMail,
  connectRazorpay,
  disconnectMail,
  getConnections,
  MAIL_SENDER_FIELDS,
  offerRazorpay,
  RAZORPAY_FIELDS,
  sendTestMail,
} from '@nashta/contracts/shop/connections'
import { Failure } from '@nashta/ui/failure'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { FETCH_ONCE } from '../../data/fetch-once.ts'
import { formatTime } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { failureText, QueryState } from '../../ui/query-state.tsx'
import { ConnectionForm } from './connection-form.tsx'

const UNREADABLE =
  'The saved secrets were encrypted with another key of the store and cannot be read. Please write them again.'
const NO_KEY = 'This store has no key to encrypt secrets with, so none can be saved here.'

/** The connections to Razorpay and to the mail server. Their secrets are written, and never shown. */
export function Connections() {
  const query = useQuery(connectionsQuery(useFetchShop()))
  return (
    <QueryState query={query}>
      {(connections) => (
        <>
          <RazorpayCard {...connections} />
          <MailCard {...connections} />
        </>
      )}
    </QueryState>
  )
}

function connectionsQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['connections'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getConnections, { signal })).data,
  })
}

/** Returns a function that shows the new state of the connections, and a toast. */
function useShowChanged() {
  const queries = useQueryClient()
  const showToast = useToast()
  const { queryKey } = connectionsQuery(useFetchShop())
  return ({ data }: { data: ConnectionsReply }, text: string) => {
    queries.setQueryData(queryKey, data)
    showToast({ text })
  }
}

function RazorpayCard({ razorpay, webhookUrl, fixedBy, canSave }: ConnectionsReply) {
  const fetchShop = useFetchShop()
  const showChanged = useShowChanged()
  const offer = useCall(async (isOffered: boolean) => {
    showChanged(
      await fetchShop(offerRazorpay, { body: { isOffered } }),
      isOffered ? 'Razorpay takes payments' : 'Razorpay takes no new payments',
    )
  }, failureText)

  if (fixedBy.razorpay !== null)
    return (
      <Card title="Cards and net banking with Razorpay">
        <FixedNote setting={fixedBy.razorpay} />
      </Card>
    )
  return (
    <Card title="Cards and net banking with Razorpay">
      {razorpay ? (
        <div className="mb-4 grid gap-2">
          <p>
            {razorpay.isOffered ? 'Takes payments' : 'Takes no new payments'} with the key{' '}
            <strong className="break-all">{razorpay.keyId}</strong>, saved {formatTime(razorpay.changedAt)}.
            {razorpay.keyId.startsWith('rzp_test_') ? ' It is a test key: no money moves.' : ''}
          </p>
          {razorpay.isReadable ? null : <Failure>{UNREADABLE}</Failure>}
          {offer.failure ? <Failure>{offer.failure}</Failure> : null}
          <div>
            <Action
              aria-disabled={offer.isBusy || undefined}
              onClick={() => void offer.run(!razorpay.isOffered)}
            >
              {razorpay.isOffered ? 'Take no new payments with Razorpay' : 'Take payments with Razorpay'}
            </Action>
          </div>
        </div>
      ) : null}
      <ol className="mb-4 list-decimal space-y-1 pl-5">
        <li>Copy the key id and the key secret from the dashboard of Razorpay.</li>
        <li>
          There, under Webhooks, add <code className="break-all select-all">{webhookUrl}</code> with the
          events payment.captured, payment.failed, order.paid, refund.processed and refund.failed, and a
          secret that you make up.
        </li>
        <li>Write all three here. Razorpay is asked whether the keys work before they are saved.</li>
      </ol>
      {canSave ? (
        <ConnectionForm
          label="Keys of Razorpay"
          fields={RAZORPAY_FIELDS}
          schema={connectRazorpay.body}
          stored={{ keyId: razorpay?.keyId }}
          submit={razorpay ? 'Try and replace the keys' : 'Try and save the keys'}
          onSave={async (body) =>
            showChanged(
              await fetchShop(connectRazorpay, { body: connectRazorpay.body.parse(body) }),
              'Razorpay accepts the keys, and takes payments',
            )
          }
        />
      ) : (
        <p>{NO_KEY}</p>
      )}
    </Card>
  )
}

function MailCard({ mail, fixedBy, canSave }: ConnectionsReply) {
  const fetchShop = useFetchShop()
  const showChanged = useShowChanged()
  const showToast = useToast()
  const test = useCall(async () => {
    const { data } = await fetchShop(sendTestMail, { body: {} })
    showToast({ text: `A test mail is on its way to ${data.to}` })
  }, failureText)
  const disconnect = useCall(async () => {
    showChanged(await fetchShop(disconnectMail), 'Mails wait in the mailbox of the store')
  }, failureText)
  const failure = test.failure ?? disconnect.failure
  const isFixed = fixedBy.mail !== null

  return (
    <Card title="Mail server">
      {fixedBy.mail === null ? null : <FixedNote setting={fixedBy.mail} />}
      <div className="mb-4 grid gap-2">
        {isFixed ? null : (
          <p>
            {mail
              ? `Mails leave from ${mail.from} through ${mail.host}, saved ${formatTime(mail.changedAt)}.`
              : 'There is no mail server: mails stay in a mailbox of the store, and nobody gets them.'}
          </p>
        )}
        {mail?.isReadable === false && !isFixed ? <Failure>{UNREADABLE}</Failure> : null}
        {failure ? <Failure>{failure}</Failure> : null}
        <div className="flex flex-wrap gap-2">
          <Action aria-disabled={test.isBusy || undefined} onClick={() => void test.run()}>
            Send me a test mail
          </Action>
          {mail && !isFixed ? (
            <Action aria-disabled={disconnect.isBusy || undefined} onClick={() => void disconnect.run()}>
              Use this mail server no more
            </Action>
          ) : null}
        </div>
      </div>
      {isFixed ? null : canSave ? (
        <ConnectionForm
          label="Mail server"
          fields={MAIL_SENDER_FIELDS}
          schema={connectMail.body}
          stored={mail ?? {}}
          submit="Send me a test mail, and save"
          onSave={async (body) =>
            showChanged(
              await fetchShop(connectMail, { body: connectMail.body.parse(body) }),
              'The test mail was accepted: look into your inbox',
            )
          }
        />
      ) : (
        <p>{NO_KEY}</p>
      )}
    </Card>
  )
}

function FixedNote({ setting }: { setting: string }) {
  return <p>{`The setting ${setting} of this store decides this.`}</p>
}
