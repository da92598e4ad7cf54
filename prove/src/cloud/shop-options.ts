import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPaise } from '@nashta/contracts/money'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { MailTransport } from '@nashta/mail/mail'
import { createMailSenders } from '@nashta/mail/mail-senders'
import { createLogger } from '@nashta/service-kit/process/logger'
import { readSettings } from '@nashta/service-kit/process/settings'
import type { ShopApiOptions } from '@nashta/shop-api/open-shop-api'
import { paymentSettingsOf } from '@nashta/shop-api/payments/create-providers'

export const helpPictures = createDiskImageStore(join(tmpdir(), 'nashta-help-pictures'))

/** The token of an operator with every role. */
export const OPERATOR_TOKEN = 'operator'

/**
 * The options of a Shop API that are the same in all cloud proofs. Instead of sending a mail, the
 * Shop API passes its message id to `onMail`.
 */
export function shopOptions(onMail: (messageId: string) => void): Omit<ShopApiOptions, 'deliverEvents'> {
  const mailTransport: MailTransport = {
    concurrency: 8,
    async send({ messageId }) {
      onMail(messageId)
    },
    async close() {},
  }
  return {
    https: false,
    logger: createLogger({ service: 'shop-api', level: 'silent' }),
    now: () => new Date(),
    publicUrl: 'https://snacks.example',
    rateLimitScale: Infinity,
    imageHosts: [],
    emailOf: async ({ sub }) => `${sub}@example.in`,
    verifiedEmailOf: async ({ sub }) => `${sub}@example.in`,
    guestCheckout: false,
    fullNameOf: async () => null,
    formerEmailsOf: async () => [],
    birthDateOf: async () => null,
    hasSecondFactor: null,
    operators: null,
    directory: null,
    accounts: null,
    orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: 0 },
    fetchInteractions: null,
    mailTransport,
    mailSenders: createMailSenders({ isFixed: false, isPublic: false, fallback: mailTransport }).senders,
    secretsKey: Buffer.alloc(32, 1),
    payments: paymentSettingsOf(readSettings({})),
    // These proofs do not test sign-in, so a shopper's token is the shopper's id.
    verifyToken: async (token) => ({
      sub: token,
      username: token,
      groups: token === OPERATOR_TOKEN ? ['admin'] : [],
    }),
  }
}
