import * as z from 'zod/mini'
import { isEmail } from '../account/checks.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { EMAIL_MAX_LENGTH } from '../constants.ts'
import { columnOf, type FormInput } from '../form-fields.ts'

const KEY_ID_INVALID = 'A key id of Razorpay looks like rzp_live_ABcdEFgh12345'
const SECRET_INVALID = 'A secret has 8 to 200 characters without spaces'
const HOST_INVALID = 'A mail server is a host name such as smtp.example.in'
const PORT_INVALID = 'A port is a whole number from 1 to 65535'
const SECURITY_INVALID = 'The encryption is tls, starttls or none'
const USER_INVALID = 'A user name is one line of up to 200 characters'
const PASSWORD_INVALID = 'A password is one line of up to 500 characters'
const FROM_INVALID = 'A sender is one e-mail address, such as hello@snacks.example'

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

const secret = z.string(SECRET_INVALID).check(z.trim(), z.regex(/^[\x21-\x7e]{8,200}$/, SECRET_INVALID))

type ConnectionField = FormInput & { schema: z.ZodMiniType; isSecret?: true }

/** What the owner writes to take payments with Razorpay. The secrets are stored encrypted. */
export const RAZORPAY_FIELDS = {
  keyId: {
    schema: z.string(KEY_ID_INVALID).check(z.trim(), z.regex(/^rzp_(?:test|live)_\w{1,60}$/, KEY_ID_INVALID)),
    kind: 'text',
    label: 'Key id',
    hint: 'In the dashboard of Razorpay under Account & Settings, API keys',
  },
  keySecret: { schema: secret, kind: 'text', label: 'Key secret', isSecret: true },
  webhookSecret: {
    schema: secret,
    kind: 'text',
    label: 'Webhook secret',
    hint: 'The text that you write as the secret of the webhook in the dashboard of Razorpay',
    isSecret: true,
  },
} as const satisfies Record<string, ConnectionField>

/** How the connection to the mail server is encrypted, with the text at the desk. */
const MAIL_SECURITY = [
  ['tls', 'TLS (port 465)'],
  ['starttls', 'STARTTLS (port 587)'],
  ['none', 'none: only for a mail server on the same machine'],
] as const

/** The mail server that sends the shop's mails. */
export const MAIL_SENDER_FIELDS = {
  host: {
    schema: z
      .string(HOST_INVALID)
      .check(
        z.trim(),
        z.maxLength(253, HOST_INVALID),
        z.regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, HOST_INVALID),
      ),
    kind: 'text',
    label: 'Mail server',
    hint: 'Such as smtp.example.in',
  },
  port: {
    schema: z.int(PORT_INVALID).check(z.gte(1, PORT_INVALID), z.lte(65_535, PORT_INVALID)),
    kind: 'count',
    label: 'Port',
    hint: '465 or 587',
  },
  security: {
    schema: z.enum(['tls', 'starttls', 'none'], SECURITY_INVALID),
    kind: 'choice',
    label: 'Encryption',
    choices: MAIL_SECURITY,
    initial: 'tls',
  },
  user: {
    schema: z.optional(
      z.string(USER_INVALID).check(z.trim(), z.maxLength(200, USER_INVALID), z.regex(ONE_LINE, USER_INVALID)),
    ),
    kind: 'text',
    label: 'User name',
  },
  /** Without it, the stored password of the same server and user stays. */
  password: {
    schema: z.optional(
      z
        .string(PASSWORD_INVALID)
        .check(z.maxLength(500, PASSWORD_INVALID), z.regex(ONE_LINE, PASSWORD_INVALID)),
    ),
    kind: 'text',
    label: 'Password',
    isSecret: true,
  },
  from: {
    schema: z
      .string(FROM_INVALID)
      .check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, FROM_INVALID), z.refine(isEmail, FROM_INVALID)),
    kind: 'text',
    label: 'Sender of the mails',
    hint: 'An address that the mail server may send from',
  },
} as const satisfies Record<string, ConnectionField>

const razorpaySchema = z.strictObject(columnOf(RAZORPAY_FIELDS, 'schema'))
const mailSenderSchema = z.strictObject(columnOf(MAIL_SENDER_FIELDS, 'schema'))
export type RazorpayInput = z.output<typeof razorpaySchema>
export type MailSenderInput = z.output<typeof mailSenderSchema>

const connectionsReply = dataReply(
  z.object({
    /** Null until keys are saved. No reply has a secret. */
    razorpay: z.nullable(
      z.object({
        keyId: z.string(),
        /** Whether new orders may be paid with Razorpay. */
        isOffered: z.boolean(),
        changedAt: z.string(),
        /** False when the secrets were encrypted with another key of the store: they must be written again. */
        isReadable: z.boolean(),
      }),
    ),
    /** The address to which Razorpay sends its messages. */
    webhookUrl: z.string(),
    /** Null until a mail server is saved: mails then stay in a mailbox of the store. */
    mail: z.nullable(
      z.object({
        host: z.string(),
        port: z.number(),
        security: z.string(),
        user: z.optional(z.string()),
        from: z.string(),
        changedAt: z.string(),
        isReadable: z.boolean(),
      }),
    ),
    /** The settings of the store that decide instead of the desk. */
    fixedBy: z.object({ razorpay: z.nullable(z.string()), mail: z.nullable(z.string()) }),
    /** Whether the store has a key to encrypt secrets with. */
    canSave: z.boolean(),
  }),
)
export type Connections = z.output<typeof connectionsReply>['data']

const changesConnection = {
  access: 'admin',
  freshSignIn: true,
  reply: connectionsReply,
  status: 200,
} as const

export const getConnections = {
  method: 'GET',
  path: '/admin/connections',
  access: 'admin',
  summary: 'The connections to Razorpay and to the mail server, without their secrets',
  reply: connectionsReply,
  status: 200,
} as const satisfies Endpoint

export const connectRazorpay = {
  ...changesConnection,
  method: 'PUT',
  path: '/admin/connections/razorpay',
  summary: 'Try the keys of Razorpay, and store them encrypted if Razorpay accepts them',
  body: razorpaySchema,
  weight: 20,
} as const satisfies Endpoint

export const offerRazorpay = {
  ...changesConnection,
  method: 'POST',
  path: '/admin/connections/razorpay/offer',
  summary:
    'Take payments with Razorpay, or no new ones. Orders that are open keep their payments and refunds',
  body: z.strictObject({ isOffered: z.boolean('isOffered is true or false') }),
  weight: 5,
} as const satisfies Endpoint

export const connectMail = {
  ...changesConnection,
  method: 'PUT',
  path: '/admin/connections/mail',
  summary: 'Send a test mail to the operator through a mail server, and store it if the mail was accepted',
  body: mailSenderSchema,
  weight: 20,
} as const satisfies Endpoint

export const disconnectMail = {
  ...changesConnection,
  method: 'DELETE',
  path: '/admin/connections/mail',
  summary: 'Send no more mails through the mail server: they wait in a mailbox of the store',
} as const satisfies Endpoint

export const sendTestMail = {
  method: 'POST',
  path: '/admin/connections/mail/test',
  access: 'admin',
  summary: 'Send a test mail to the operator as the shop sends its mails now',
  body: z.strictObject({}),
  reply: dataReply(z.object({ to: z.string() })),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
