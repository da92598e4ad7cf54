import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { startS3Server } from '@nashta/images/s3-server.fixture'
import { readyUrl } from './store-process.fixture.ts'

const IDENTITY = join(import.meta.dirname, '../../identity/src/main.ts')
const STORAGE = join(import.meta.dirname, '../../../scripts/storage.ts')

const POOL = {
  AWS_REGION: 'us-east-2',
  USER_POOL_ID: 'us-east-2_StandIn01',
  USER_POOL_CLIENT_ID: 'standinforthestoresclient0',
  USER_POOL_CLIENT_SECRET: 'stand-in-for-the-secret-of-the-stores-client',
  IDENTITY_POOL_ID: 'us-east-2:00000000-0000-4000-8000-000000000000',
}

/** DynamoDB, S3 and Cognito on this machine: Amazon's own DynamoDB Local, an S3 server, and our user pool alone. */
export async function startAwsStandIns() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-cognito-'))
  const [dynamodb, s3] = await Promise.all([startDynamoDbLocal(), startS3Server()])
  const identity = spawn(process.execPath, [IDENTITY], {
    env: { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataFolder, ...POOL },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pool = new URL(await readyUrl(identity)).origin
  const settings = {
    ...POOL,
    CLOUD: 'aws',
    PRODUCTS_TABLE_NAME: 'nashta-products',
    CARTS_TABLE_NAME: 'nashta-carts',
    PURCHASES_TABLE_NAME: 'nashta-purchases',
    IMAGES_BUCKET: 'nashta-pictures',
    DYNAMODB_ENDPOINT: dynamodb.endpoint,
    S3_ENDPOINT: s3.endpoint,
    COGNITO_ENDPOINT: `${pool}/user-pool`,
  }
  // In this process the S3 server could not answer while it waits.
  const storage = spawn(process.execPath, [STORAGE, 'create'], {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await new Promise((resolve) => {
    storage.once('close', resolve)
  })

  return {
    settings,
    /** Where the pool's mails are shown. */
    mailbox: `${pool}/dev/mailbox`,
    async stop() {
      const ended = new Promise((resolve) => {
        identity.once('close', resolve)
      })
      identity.kill('SIGTERM')
      await ended
      dynamodb.stop()
      await s3.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
