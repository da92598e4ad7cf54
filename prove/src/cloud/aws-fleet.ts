import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { startAwsStandIns } from '@nashta/store/aws-stand-ins.fixture'
import { startForwarder } from '@nashta/store/forwarder.fixture'
import { type StoreProcess, type StoreSettings, waitForUrl } from '@nashta/store/store-process.fixture'
import { startEmulator } from '../payments/razorpay-store.ts'
import type { ProofContext } from '../proof-context.ts'
import { freePort } from '../reliability/restartable-store.ts'
import { startDynamoProxy } from './dynamodb-proxy/dynamodb-proxy.ts'

const RECOMMENDER_MAIN = join(import.meta.dirname, '../../../apps/recommendations/src/main.ts')
const RECOMMENDATIONS_KEY = 'key-of-the-proof'

export type AwsFleet = Awaited<ReturnType<typeof startAwsFleet>>

/**
 * Starts several whole stores with CLOUD=aws. Each part that they need is behind a forwarder, which
 * can cut the part off.
 */
export async function startAwsFleet(context: ProofContext, processes: number) {
  const aws = await startAwsStandIns()
  context.atEnd(() => aws.stop())
  // The proxy adds conflicts of transactions, which DynamoDB Local does not have.
  const proxy = await startDynamoProxy({ target: aws.settings.DYNAMODB_ENDPOINT })
  context.atEnd(() => proxy.stop())
  const { emulator, settings: payments } = await startEmulator(context)
  const recommenderPort = await freePort()
  const forward = async (target: string) => {
    const forwarder = await startForwarder(target)
    context.atEnd(() => forwarder.stop())
    return forwarder
  }
  const parts = {
    payments: await forward(emulator.url),
    mail: await forward(aws.settings.SMTP_URL),
    recommender: await forward(`http://127.0.0.1:${recommenderPort}`),
    pool: await forward(aws.settings.COGNITO_ENDPOINT),
    storage: await forward(proxy.endpoint),
    bucket: await forward(aws.settings.S3_ENDPOINT),
  }
  const settings: StoreSettings = {
    ...aws.settings,
    ...payments,
    // A public store with the demo identity takes orders only where the simulator is named.
    PAYMENTS: 'razorpay,simulator',
    RAZORPAY_URL: parts.payments.endpoint,
    SMTP_URL: parts.mail.endpoint,
    RECOMMENDATIONS_URL: parts.recommender.endpoint,
    RECOMMENDATIONS_KEY,
    COGNITO_ENDPOINT: parts.pool.endpoint,
    DYNAMODB_ENDPOINT: parts.storage.endpoint,
    S3_ENDPOINT: parts.bucket.endpoint,
  }
  // The stores start one after the other, because the first one stores the catalogue.
  const stores: StoreProcess[] = []
  for (let index = 0; index < processes; index += 1) stores.push(await context.startStore(settings))
  const [first] = stores
  if (!first) throw new Error('a fleet has at least one process')
  await startRecommender(context, { PORT: String(recommenderPort), SHOP_API_URL: first.url })
  return { stores, first, parts, emulator, mailbox: aws.mailbox, mails: aws.mails }
}

async function startRecommender(context: ProofContext, settings: StoreSettings) {
  const child = spawn(process.execPath, [RECOMMENDER_MAIN], {
    env: bareEnvironment({ DATA_DIR: context.freshFolder(), RECOMMENDATIONS_KEY, ...settings }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  context.atEnd(() => child.kill('SIGKILL'))
  await waitForUrl(child)
}
