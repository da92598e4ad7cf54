import { awsCredentials } from '@nashta/dynamodb/connect-aws'
import { LOCAL, type LocalPool, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { createS3ImageStore } from '@nashta/images/s3-image-store'
import { startS3Server } from '@nashta/images/s3-server.fixture'
import { readSettings } from '@nashta/service-kit/process/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MINUTE_MS = 60_000
/** How long the pool's credentials are valid. */
const LIFETIME_MS = 60 * MINUTE_MS

let pool: LocalPool
let s3: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  pool = await openLocalPool()
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await pool.close()
})

function settingsFor(credentials: string) {
  return readSettings({
    CLOUD: 'aws',
    AWS_REGION: LOCAL.region,
    AWS_CREDENTIALS: credentials,
    IDENTITY_POOL_ID: pool.identityPoolId,
    COGNITO_ENDPOINT: pool.identityEndpoint,
  })
}

/**
 * Sends three requests with credentials that expire in `leftMs`. Returns the number of access keys
 * that the requests used.
 */
async function countAccessKeys(leftMs: number) {
  // The pool's clock is set back, so that new credentials expire in `leftMs` instead of an hour.
  pool.clock.now = new Date(Date.now() + leftMs - LIFETIME_MS)
  const credentials = awsCredentials(settingsFor('identity-pool'))
  if (!credentials) throw new Error('The credentials should come from the pool')
  const { endpoint } = s3
  const images = createS3ImageStore({
    bucket: 'pictures',
    region: LOCAL.region,
    endpoint,
    environment: {},
    credentials,
  })
  await images.createBucket()
  s3.accessKeyIds.clear()
  for (const key of ['a.webp', 'b.webp', 'c.webp']) await images.put(key, Buffer.from([1]))
  return s3.accessKeyIds.size
}

it('temporary credentials are reused while they are valid for more than five minutes', async () => {
  expect(await countAccessKeys(6 * MINUTE_MS)).toBe(1)
})

it('temporary credentials are replaced in the five minutes before they expire', async () => {
  expect(await countAccessKeys(4 * MINUTE_MS)).toBe(3)
})

it('a process without AWS_CREDENTIALS leaves the credentials to the AWS SDK', () => {
  expect(awsCredentials(settingsFor(''))).toBeUndefined()
})
