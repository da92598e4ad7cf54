import * as z from 'zod/mini'
import { type ChosenSettings, chooseSettings } from './store-settings.ts'

/** The values that each deployment chooses. They are given as `-c name=value`. */
const deploymentSchema = z.object({
  account: z.string().check(z.regex(/^\d{12}$/)),
  region: z._default(z.string(), 'ap-south-1'),
  /** The host name of the store. */
  domain: z.string().check(z.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/)),
  /** CloudFront accepts only certificates of us-east-1. */
  certificateArn: z.string().check(z.regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/)),
  /** The address that mails come from. SES must have verified its domain. */
  mailFrom: z.email(),
  /** The image of the store in a registry, with its digest or tag. */
  image: z.string().check(z.regex(/^[\w./-]+(?::[\w.-]+|@sha256:[\da-f]{64})$/)),
  /** The address that gets a mail for every alarm. */
  alarmMail: z.email(),
  /**
   * How many writes a second each table takes before DynamoDB has scaled it. A new on-demand table
   * takes 4000, so DynamoDB refuses a lower value.
   */
  warmWrites: z._default(z.coerce.number().check(z.int(), z.minimum(4000)), 4000),
  /** The same for reads, of which a new table takes 12,000 a second. */
  warmReads: z._default(z.coerce.number().check(z.int(), z.minimum(12_000)), 12_000),
})

export type Deployment = z.output<typeof deploymentSchema> & {
  /** The settings of `.env.example` that the operator chooses. */
  settings: ChosenSettings
}

export function readDeployment(context: Record<string, unknown>): Deployment {
  const result = z.safeParse(deploymentSchema, context)
  if (result.success) return { ...result.data, settings: chooseSettings(context) }
  const names = result.error.issues.map(({ path }) => path.join('.'))
  throw new Error(`Missing or wrong: ${names.join(', ')}; docs/operating.md says what each is`)
}
