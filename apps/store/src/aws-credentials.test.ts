import { LOCAL, type LocalPool, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { createS3ImageStore } from '@nashta/images/s3-image-store'
import { startS3Server } from '@nashta/images/s3-server.fixture'
import { readSettings } from '@nashta/service-kit/process/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awsCredentials } from './aws-credentials.ts'

const MINUTE_MS = 60_000
/** So long are those good that the pool gives. */
const GIVEN_FOR_MS = 60 * MINUTE_MS

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

/** Which keys three requests are signed with, when what the pool gives is so near its end. */
async function accessKeyIdsWith(leftMs: number) {
  pool.clock.now = new Date(Date.now() + leftMs - GIVEN_FOR_MS)
  const credentials = awsCredentials(settingsFor('identity-pool'))
  if (!credentials) throw new Error('They come from the pool')
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

it('temporary credentials are used for as long as they are good', async () => {
  expect(await accessKeyIdsWith(6 * MINUTE_MS)).toBe(1)
})

it('new ones are taken before the old ones run out', async () => {
  expect(await accessKeyIdsWith(4 * MINUTE_MS)).toBe(3)
})

it('a process with a role of its own asks no pool', () => {
  expect(awsCredentials(settingsFor(''))).toBeUndefined()
})
