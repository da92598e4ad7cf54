import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { startS3Server } from '@nashta/images/s3-server.fixture'
import { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { type StoreSettings, waitForUrl } from './store-process.fixture.ts'

const IDENTITY = join(import.meta.dirname, '../../identity/src/main.ts')
const STORAGE = join(import.meta.dirname, '../../../scripts/storage.ts')

const POOL = {
  AWS_REGION: 'us-east-2',
  USER_POOL_ID: 'us-east-2_StandIn01',
  USER_POOL_CLIENT_ID: 'standinforthestoresclient0',
  USER_POOL_CLIENT_SECRET: 'stand-in-for-the-secret-of-the-stores-client',
  IDENTITY_POOL_ID: 'us-east-2:00000000-0000-4000-8000-000000000000',
}

/**
 * Starts local stand-ins: Amazon's DynamoDB Local, an S3 server, our user pool for Cognito, and a
 * mail server.
 */
export async function startAwsStandIns() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-cognito-'))
  const [dynamodb, s3, smtp] = await Promise.all([
    startDynamoDbLocal({ sharedDb: true }),
    startS3Server(),
    startSmtpServer(),
  ])
  const pool = await startPool({ DATA_DIR: dataFolder, ...POOL })
  const settings = {
    ...POOL,
    CLOUD: 'aws',
    PRODUCTS_TABLE_NAME: 'nashta-products',
    CARTS_TABLE_NAME: 'nashta-carts',
    PURCHASES_TABLE_NAME: 'nashta-purchases',
    IMAGES_BUCKET: 'nashta-pictures',
    DYNAMODB_ENDPOINT: dynamodb.endpoint,
    S3_ENDPOINT: s3.endpoint,
    COGNITO_ENDPOINT: pool.endpoint,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Nashta <hello@snacks.example>',
    PUBLIC_URL: 'http://snacks.example',
    // A store with a PUBLIC_URL takes simulated payments only with this setting.
    PAYMENTS: 'simulator',
    // The tests have no load balancer that would need this delay.
    STOP_DELAY_SECONDS: '0',
  }
  const { code, stderr } = await runStorage('create', settings)
  if (code !== 0) throw new Error(stderr)

  return {
    settings,
    /** The URL of the pool. */
    pool: pool.url,
    /** The URL of the page with the pool's mails. */
    mailbox: `${pool.url}/dev/mailbox`,
    /** The mails that stores have sent. */
    mails: smtp.received,
    /** The ids of the access keys that requests to S3 were signed with. */
    s3Keys: s3.accessKeyIds,
    async stop() {
      await pool.stop()
      dynamodb.stop()
      await s3.stop()
      await smtp.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Starts our user pool as a separate process, on any free port. */
export async function startPool(settings: StoreSettings) {
  const identity = spawn(process.execPath, [IDENTITY], {
    env: bareEnvironment(settings),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => {
    identity.once('close', resolve)
  })
  const url = new URL(await waitForUrl(identity)).origin
  return {
    url,
    endpoint: `${url}/user-pool`,
    async stop() {
      identity.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs `npm run storage`. It does not block this process, because the S3 server runs here. */
export async function runStorage(command: 'create' | 'copy', settings: StoreSettings) {
  const storage = spawn(process.execPath, [STORAGE, command], {
    env: bareEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => {
    storage.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(storage.stdout), text(storage.stderr)])
  return { code: await ended, stdout, stderr }
}
