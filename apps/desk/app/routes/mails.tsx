import { MAIL_KINDS, MAIL_TITLES, type MailKind, previewMail } from '@nashta/contracts/mails/mails'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { MailFrame } from '../features/mails/mail-frame.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { Card, Fact, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { FilterSelect } from '../ui/inputs.tsx'
import { QueryState } from '../ui/query-state.tsx'

const FIRST: MailKind = 'order-confirmed'
const ORDERS = [
  ['made-up', 'a made-up order'],
  ['newest', 'the newest order'],
] as const

/** Every kind of mail as it looks now, with the face of the shop. */
export default function Mails() {
  const fetchShop = useFetchShop()
  const [search, setSearch] = useSearchParams()
  const kind = MAIL_KINDS.find((each) => each === search.get('kind')) ?? FIRST
  const order = search.get('order') === 'newest' ? 'newest' : 'made-up'
  const isAboutOrder = kind.startsWith('order-')
  const query = useQuery({
    ...FETCH_ONCE,
    queryKey: ['mail', kind, isAboutOrder ? order : ''],
    queryFn: async ({ signal }) =>
      (await fetchShop(previewMail, { params: { kind }, query: { order }, signal })).data,
  })
  const change = (name: string, value: string) =>
    setSearch(
      (before) => {
        before.set(name, value)
        return before
      },
      { replace: true },
    )

  return (
    <>
      <PageHeading title="Mails" />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <FilterSelect
          label="Mail"
          value={kind}
          options={MAIL_KINDS.map((each) => [each, MAIL_TITLES[each]] as const)}
          onChange={(value) => change('kind', value)}
        />
        {isAboutOrder ? (
          <FilterSelect
            label="With"
            value={order}
            options={ORDERS}
            onChange={(value) => change('order', value)}
          />
        ) : null}
      </div>
      <QueryState query={query}>
        {({ senderName, subject, html, text, orderId }) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Card title="As the mail looks">
              <dl className="mb-3 grid gap-2">
                <Fact name="From">{senderName || 'no name'}</Fact>
                <Fact name="Subject">{subject}</Fact>
                {orderId === null ? null : (
                  <Fact name="Made of">
                    <Link to={`/orders/${encodeURIComponent(orderId)}`} className={TEXT_LINK}>
                      order #{orderNumber(orderId)}
                    </Link>
                  </Fact>
                )}
              </dl>
              <MailFrame title={subject} html={html} />
              <p className="mt-3 text-ink-soft">
                Its links lead nowhere. To send the mail of an order again, open the order.
              </p>
            </Card>
            <Card title="As plain text">
              <pre className="text-sm break-words whitespace-pre-wrap">{text}</pre>
            </Card>
          </div>
        )}
      </QueryState>
    </>
  )
}
