import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { imageStoreSuite } from './image-store.suite.ts'
import { createS3ImageStore, HELP_PICTURES_PREFIX, type S3ImageStore } from './s3-image-store.ts'
import { startS3Server } from './s3-server.fixture.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
let bucketCount = 0

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())

let store: S3ImageStore
let helpPictures: S3ImageStore
beforeEach(async () => {
  const { endpoint } = server
  bucketCount += 1
  const bucket = `pictures-${bucketCount}`
  const options = { bucket, region: 'us-east-2', endpoint, environment: {} }
  store = createS3ImageStore(options)
  helpPictures = createS3ImageStore({ ...options, folder: HELP_PICTURES_PREFIX })
  await store.createBucket()
})

describe('the S3 image store', () => {
  imageStoreSuite(() => store)

  it('createBucket returns false for an existing bucket, and its objects stay', async () => {
    await store.put('barfi.webp', Buffer.from([1]))
    await store.put('laddoo.webp', Buffer.from([1]))
    expect(await store.createBucket()).toBe(false)
    expect(await store.listTopLevelKeys()).toEqual(['barfi.webp', 'laddoo.webp'])
  })

  it('a private file has the bytes of its last write, and is not a picture', async () => {
    const file = store.privateFile('catalogue-snapshot')
    expect(await file.read()).toBeNull()
    await file.write(Buffer.from([1]))
    await file.write(Buffer.from([2, 3]))
    expect(Buffer.from((await file.read()) ?? [])).toEqual(Buffer.from([2, 3]))
    expect(await store.listTopLevelKeys()).toEqual([])
    // The object's key is the name of the file after a dot.
    expect(await store.get('.catalogue-snapshot')).toBeNull()
  })

  it('an empty object is not a picture', async () => {
    await store.put('laddoo.webp', Buffer.alloc(0))
    expect(await store.get('laddoo.webp')).toBeNull()
  })

  it('the probe rejects when the bucket does not exist', async () => {
    const storeWithoutBucket = createS3ImageStore({
      bucket: 'nowhere',
      region: 'us-east-2',
      endpoint: server.endpoint,
      environment: {},
    })
    await expect(storeWithoutBucket.probe()).rejects.toThrow('bucket does not exist')
    await expect(storeWithoutBucket.get('laddoo.webp')).rejects.toThrow('bucket does not exist')
  })
})

describe('the S3 image store in a folder of the bucket', () => {
  imageStoreSuite(() => helpPictures)

  it('the store of the public pictures neither finds nor lists the pictures of the folder', async () => {
    await helpPictures.put('a.webp', Buffer.from([1]))
    await store.put('b.webp', Buffer.from([2]))
    for (const key of ['a.webp', `${HELP_PICTURES_PREFIX}a.webp`]) expect(await store.get(key)).toBeNull()
    expect(await store.listTopLevelKeys()).toEqual(['b.webp'])
    expect(await helpPictures.listTopLevelKeys()).toEqual(['a.webp'])
  })
})

const refusal = (code: string) => `<Error><Code>${code}</Code><Message>refused</Message></Error>`
const listPage = (key: string, paging: string) =>
  `<ListBucketResult><Contents><Key>${key}</Key></Contents>${paging}</ListBucketResult>`

describe('the S3 image store and the responses of S3', () => {
  /** Sends `responses`, because s3rver has neither conditional puts nor lists of several pages. */
  let scriptedServer: Server
  let scriptedStore: S3ImageStore
  let requests: { url: string | undefined; condition: string | undefined }[]
  let responses: { status: number; body: string }[]

  beforeAll(async () => {
    scriptedServer = createServer((request, response) => {
      requests.push({ url: request.url, condition: request.headers['if-none-match'] })
      const { status, body } = responses.shift() ?? { status: 500, body: '' }
      request.resume().on('end', () => {
        response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
      })
    })
    await new Promise<void>((resolve) => scriptedServer.listen(0, '127.0.0.1', resolve))
  })
  beforeEach(() => {
    requests = []
    const { port } = scriptedServer.address() as AddressInfo
    scriptedStore = createS3ImageStore({
      bucket: 'pictures',
      region: 'us-east-2',
      endpoint: `http://127.0.0.1:${port}`,
      environment: {},
    })
  })
  afterAll(() => {
    scriptedServer.closeAllConnections()
    scriptedServer.close()
  })

  it('a picture is put only if it does not exist, and putting it twice is no error', async () => {
    responses = [{ status: 412, body: refusal('PreconditionFailed') }]
    await scriptedStore.put('laddoo.webp', Buffer.from([1]))
    expect(requests).toMatchObject([{ condition: '*' }])
  })

  it('a put that conflicts with another process is retried until the picture exists', async () => {
    responses = [
      { status: 409, body: refusal('ConditionalRequestConflict') },
      { status: 412, body: refusal('PreconditionFailed') },
    ]
    await scriptedStore.put('laddoo.webp', Buffer.from([1]))
    expect(requests).toHaveLength(2)
  })

  it('a put that S3 refuses is an error', async () => {
    responses = [{ status: 403, body: refusal('AccessDenied') }]
    await expect(scriptedStore.put('laddoo.webp', Buffer.from([1]))).rejects.toThrow('refused')
  })

  it('the listed keys include those of every page that S3 sends', async () => {
    responses = [
      {
        status: 200,
        body: listPage(
          'a.webp',
          '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>',
        ),
      },
      { status: 200, body: listPage('b.webp', '<IsTruncated>false</IsTruncated>') },
    ]
    expect(await scriptedStore.listTopLevelKeys()).toEqual(['a.webp', 'b.webp'])
    expect(requests[1]?.url).toContain('continuation-token=next')
  })
})
