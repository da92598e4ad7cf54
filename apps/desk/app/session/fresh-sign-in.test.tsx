// @vitest-environment happy-dom
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { refundOrder } from '@nashta/contracts/orders/desk/order-calls'
import { TextField } from '@nashta/ui/field'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { renderDesk } from '../render-desk.fixture.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFetchShop } from './desk-session.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'

const REFUSED = { code: 'SIGN_IN_AGAIN', message: 'Please sign in again to make this change.' }
const TOKENS = { AccessToken: 'x.e30.x', IdToken: 'i', ExpiresIn: 3600 }

/** A form as on the screens of the desk. */
function RefundForm() {
  const fetchShop = useFetchShop()
  return (
    <FormDialog
      title="Refund"
      submitLabel="Refund"
      schema={z.object({ reason: z.string() })}
      onClosed={() => {}}
      onSubmit={async ({ reason }) => {
        const body = { reason, returnStock: false }
        await fetchShop(refundOrder, { params: { orderId: 'o1' }, body, idempotencyKey: 'k1' })
      }}
    >
      {(field) => <TextField {...field('reason')} label="Reason" />}
    </FormDialog>
  )
}

type Refund = { key: string | null; token: string | null; body: unknown }

/** A store whose refunds need a fresh sign-in, and whose operator has a second factor. */
async function openDesk() {
  const refunds: Refund[] = []
  let hasSignedIn = false
  vi.stubGlobal('fetch', async (url: string, init: { headers: HeadersInit; body: string }) => {
    const headers = new Headers(init.headers)
    if (url.startsWith('/api')) {
      refunds.push({
        key: headers.get('idempotency-key'),
        token: headers.get('authorization'),
        body: JSON.parse(init.body),
      })
      if (!hasSignedIn) return Response.json(REFUSED, { status: 403 })
      return Response.json({ data: {} }, { status: 409 })
    }
    const target = headers.get('x-amz-target') ?? ''
    if (target.endsWith('InitiateAuth'))
      return Response.json({ ChallengeName: SECOND_FACTOR, Session: 'challenge' })
    if (target.endsWith('RespondToAuthChallenge')) {
      hasSignedIn = true
      return Response.json({ AuthenticationResult: TOKENS })
    }
    return Response.json({
      Username: 'ravi',
      UserAttributes: [
        { Name: 'sub', Value: 'ravi' },
        { Name: 'email', Value: 'ravi@example.in' },
      ],
    })
  })
  const page = await renderDesk(
    <>
      <RefundForm />
      <FreshSignIn email="ravi@example.in" />
    </>,
  )
  page.type(page.field('Reason'), 'Broken')
  await page.press('Refund')
  return { ...page, refunds }
}

it('a call that needs a fresh sign-in is repeated after it, with the same content and key', async () => {
  const { press, field, type, refunds, text } = await openDesk()
  expect(text()).toContain('Please sign in again')
  expect(text()).toContain('ravi@example.in')
  type(field('Password'), 'Str0ng!pass')
  await press('Sign in')
  type(field('Code of your authenticator app, or a recovery code'), '123456')
  await press('Sign in')
  const body = { reason: 'Broken', returnStock: false }
  expect(refunds).toEqual([
    { key: 'k1', token: expect.any(String), body },
    { key: 'k1', token: `Bearer ${TOKENS.AccessToken}`, body },
  ])
  expect(text()).not.toContain('Please sign in again')
})

it('without a sign-in the form stays as it was and says what is missing', async () => {
  const { press, field, refunds, text } = await openDesk()
  await press('Cancel')
  expect(text()).toContain(REFUSED.message)
  expect(field('Reason').value).toBe('Broken')
  expect(refunds).toHaveLength(1)
  // A second try asks again.
  await press('Refund')
  expect(text()).toContain('This change needs a sign-in of the last 5 minutes')
})
