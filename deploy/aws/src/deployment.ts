import * as z from 'zod/mini'

/** What differs from one deployment to the next. Each value is given as `-c name=value`. */
const deploymentSchema = z.object({
  account: z.string().check(z.regex(/^\d{12}$/)),
  region: z._default(z.string(), 'ap-south-1'),
  /** The host name of the store. */
  domain: z.string().check(z.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/)),
  /** CloudFront takes certificates of us-east-1 only. */
  certificateArn: z.string().check(z.regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/)),
  /** The address that mails come from. SES has verified its domain. */
  mailFrom: z.email(),
  /** The image of the store in a registry, with its digest or tag. */
  image: z.string().check(z.regex(/^[\w./-]+(?::[\w.-]+|@sha256:[\da-f]{64})$/)),
  /** Gets a mail for every alarm. */
  alarmMail: z.email(),
  /**
   * How many writes and reads a second the tables take at once, before DynamoDB has scaled them. Each on-demand
   * table takes 4000 and 12,000 from its start, so less cannot be set.
   */
  warmWrites: z._default(z.coerce.number().check(z.int(), z.minimum(4000)), 4000),
  warmReads: z._default(z.coerce.number().check(z.int(), z.minimum(12_000)), 12_000),
})

export type Deployment = z.output<typeof deploymentSchema>

export function readDeployment(contextOf: (name: string) => unknown): Deployment {
  const values = Object.keys(deploymentSchema.shape).map((name) => [name, contextOf(name)])
  const result = z.safeParse(deploymentSchema, Object.fromEntries(values))
  if (result.success) return result.data
  const names = result.error.issues.map(({ path }) => path.join('.'))
  throw new Error(`Missing or wrong: ${names.join(', ')}; docs/operating.md says what each is`)
}
