import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { receivePaymentEvent } from '@nashta/contracts/orders/payment-messages'
import * as contract from '@nashta/contracts/shop/connections'
import type { Shop } from '@nashta/contracts/shop/shop'
import { type MailSenders, mailServerProblem } from '@nashta/mail/mail-senders'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import type { PaymentSettings } from '../payments/create-providers.ts'
import { createRazorpayClient, isKeyRefusal } from '../payments/razorpay/razorpay-client.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import type { ConnectionStore } from './connection-store.ts'

export type ConnectionRoutesDeps = AuthorshipDeps & {
  connections: ConnectionStore
  shop: ShopStore
  payments: Pick<PaymentSettings, 'providers' | 'razorpay' | 'isPublic'>
  mailSenders: MailSenders
  /** Null in a store that cannot encrypt secrets. */
  secretsKey: Buffer | null
  publicUrl: string
}

const NO_KEY =
  'This store has no key to encrypt secrets with. Whoever runs it sets SECRETS_KEY, as docs/operating.md says'

export function connectionRoutes(deps: ConnectionRoutesDeps): Route[] {
  const { connections, payments, mailSenders, publicUrl } = deps
  const fixedBy = {
    razorpay: payments.providers.length > 0 ? 'PAYMENTS' : null,
    mail: mailSenders.isFixed ? 'SMTP_URL' : null,
  }

  async function read(): Promise<{ data: contract.Connections }> {
    const { razorpay, mail } = await connections.read()
    const webhookPath = SHOP_API_BASE + receivePaymentEvent.path.replace(':provider', 'razorpay')
    return {
      data: {
        razorpay: razorpay && { ...razorpay.stored, isReadable: razorpay.input !== null },
        webhookUrl: new URL(webhookPath, publicUrl).href,
        mail: mail && { ...mail.stored, isReadable: mail.input !== null },
        fixedBy,
        canSave: deps.secretsKey !== null,
      },
    }
  }

  function assertMayChange(name: keyof typeof fixedBy) {
    const setting = fixedBy[name]
    if (setting !== null)
      throw new ServiceError('FIXED_BY_SETTING', `The setting ${setting} of this store decides this`)
    if (deps.secretsKey === null) throw new ServiceError('FIXED_BY_SETTING', NO_KEY)
  }

  async function change(caller: Caller, changes: Parameters<ConnectionStore['change']>[0]) {
    await connections.change(changes, await authorshipOf(deps, caller))
    return read()
  }

  async function addressOf(caller: Caller): Promise<string> {
    const email = await deps.emailOf(caller)
    if (email === null) throw new ServiceError('CONNECTION_FAILED', 'Your account has no e-mail address')
    return email
  }

  /** Sends the test mail with `send`, and turns a failure into a text for the operator. */
  async function tryMail(caller: Caller, send: (to: string, shop: Shop) => Promise<void>) {
    const to = await addressOf(caller)
    try {
      await send(to, await deps.shop.read())
    } catch (error) {
      const message = `No mail could be sent: ${mailServerProblem(error)}. Nothing was changed`
      throw new ServiceError('CONNECTION_FAILED', message, { cause: error })
    }
    return to
  }

  return [
    route(contract.getConnections, read),

    route(contract.connectRazorpay, async ({ caller, body }) => {
      assertMayChange('razorpay')
      await tryKeys({ ...payments.razorpay, ...body })
      return change(caller, { razorpay: { input: body, isOffered: true } })
    }),

    route(contract.offerRazorpay, async ({ caller, body }) => {
      assertMayChange('razorpay')
      return change(caller, { razorpay: body })
    }),

    route(contract.connectMail, async ({ caller, body }) => {
      assertMayChange('mail')
      const stored = (await connections.read()).mail?.input
      const isSameAccount = stored?.host === body.host && stored.user === body.user
      const password = body.password ?? (isSameAccount ? stored.password : undefined)
      const sender = { ...body, ...(password !== undefined && { password }) }
      await tryMail(caller, (to, shop) => mailSenders.sendTest(to, shop, sender))
      return change(caller, { mail: sender })
    }),

    route(contract.disconnectMail, async ({ caller }) => {
      assertMayChange('mail')
      return change(caller, { mail: null })
    }),

    route(contract.sendTestMail, async ({ caller }) => ({
      data: { to: await tryMail(caller, (to, shop) => mailSenders.sendTest(to, shop, null)) },
    })),
  ]
}

/** Asks Razorpay for one order: it refuses wrong keys, and changes nothing. */
async function tryKeys(settings: PaymentSettings['razorpay']) {
  try {
    await createRazorpayClient(settings).listOrders('no-such-receipt')
  } catch (error) {
    const message = isKeyRefusal(error)
      ? 'Razorpay does not accept this key id and key secret. Nothing was changed'
      : 'Razorpay could not be reached, so the keys were not tried. Nothing was changed: please try again'
    throw new ServiceError('CONNECTION_FAILED', message, { cause: error })
  }
}
