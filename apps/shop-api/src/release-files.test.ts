import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { connectAws } from '@nashta/dynamodb/connect-aws'
import { createS3ImageStore } from '@nashta/images/s3-image-store'
import { startS3Server } from '@nashta/images/s3-server.fixture'
import { createService } from '@nashta/service-kit/http/create-service'
import { createLogger } from '@nashta/service-kit/process/logger'
import { readSettings } from '@nashta/service-kit/process/settings'
import { type ReleaseFiles, serveReleaseFiles } from '@nashta/service-kit/releases/release-files'
import { expect, it, onTestFinished } from 'vitest'
import { chooseStorage } from './choose-storage.ts'

/** What a store with CLOUD=aws opens for its release files, with a bucket that each of them shares. */
async function openBucket() {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const settings = readSettings({ CLOUD: 'aws', IMAGES_BUCKET: 'nashta-pictures', S3_ENDPOINT: s3.endpoint })
  const aws = connectAws(settings, {})
  onTestFinished(() => aws.close())
  await createS3ImageStore({
    bucket: settings.IMAGES_BUCKET,
    region: settings.AWS_REGION,
    endpoint: s3.endpoint,
    environment: {},
  }).createBucket()
  return async () => (await chooseStorage(settings, aws)).openReleaseFiles(() => new Date())
}

/** A process of a release whose build has these files. */
async function startRelease(releaseFiles: ReleaseFiles, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
  }
  const app = createService({ logger: createLogger({ service: 'web', level: 'silent' }), https: false })
  serveReleaseFiles(app, { folder, base: '/assets/', releaseFiles })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

it('with a bucket, a process serves the files of an older and of a newer release', async () => {
  const open = await openBucket()
  const old = await startRelease(await open(), { 'cart-Ab12.js': 'old cart', 'shared-Cd34.js': 'shared' })
  const next = await startRelease(await open(), { 'cart-Ef56.js': 'new cart', 'shared-Cd34.js': 'shared' })

  expect((await next.inject('/assets/cart-Ab12.js')).body).toBe('old cart')
  expect((await old.inject('/assets/cart-Ef56.js')).body).toBe('new cart')
  const compressed = await next.inject({ url: '/assets/cart-Ab12.js', headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await next.inject('/assets/cart-Gh78.js')).statusCode).toBe(404)
})
