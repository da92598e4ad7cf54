import { setTimeout as sleep } from 'node:timers/promises'
import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  type BucketLocationConstraint,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type ImageStore, isImageKey } from './image-store.ts'

export type S3Options = {
  bucket: string
  /** The prefix of all keys, such as HELP_PICTURES_PREFIX. It is empty when not given. */
  folder?: string
  region: string
  /** The URL of an emulator; undefined for AWS itself. */
  endpoint?: string | undefined
  /** The environment variables of the process, in which credentials may be named. */
  environment: Record<string, string | undefined>
  /** Used instead of the credentials of the environment or the machine. */
  credentials?: S3ClientConfig['credentials']
}

const CONFLICT_RETRIES = 5
const CONFLICT_DELAY_MS = 100

/** The SDK retries a request after a timeout. */
const RESPONSE_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 2_000

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** S3's default region. A request to create a bucket in it must name no region. */
const DEFAULT_REGION = 'us-east-1'

/** The key of a test object. It is never served, because no image key begins with a dot. */
const PROBE_KEY = '.probe'

/**
 * The `folder` of private pictures. They are never served, because a request for a key that begins
 * with a dot finds nothing.
 */
export const HELP_PICTURES_PREFIX = '.help-pictures/'

export type S3ImageStore = ImageStore & {
  /** Creates the bucket unless it exists; resolves to whether it was created. */
  createBucket(): Promise<boolean>

  /**
   * A file that is never served. It is at the top of the bucket, even if `folder` is set. `read`
   * resolves to null when the file does not exist.
   */
  privateFile(name: string): { read(): Promise<Uint8Array | null>; write(bytes: Uint8Array): Promise<void> }
}

export function createS3ImageStore(options: S3Options): S3ImageStore {
  const { bucket, folder = '', region, endpoint, environment, credentials } = options
  // Undefined lets the SDK find credentials in the environment or on the machine.
  const chosenCredentials = credentials ?? emulatorCredentials(endpoint, environment)
  const client = new S3Client({
    region,
    // An emulator has one host name for all buckets, so the path names the bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(chosenCredentials && { credentials: chosenCredentials }),
    requestHandler: {
      requestTimeout: RESPONSE_TIMEOUT_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  })

  const objectOf = (key: string) => ({ Bucket: bucket, Key: folder + key })

  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      // The bytes under a key never change, so an existing object need not be written again.
      await putIfMissing(() =>
        client.send(new PutObjectCommand({ ...objectOf(key), Body: bytes, IfNoneMatch: '*' })),
      )
    },
    async get(key) {
      if (!isImageKey(key)) return null
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(key)))
        const bytes = await Body?.transformToByteArray()
        // As on disk, an empty object is no picture.
        return bytes && bytes.length > 0 ? Buffer.from(bytes) : null
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null
        throw error
      }
    },
    async remove(key) {
      if (isImageKey(key)) await client.send(new DeleteObjectCommand(objectOf(key)))
    },
    async listTopLevelKeys() {
      const keys: string[] = []
      // With a delimiter, S3 leaves out the keys that contain it after the prefix.
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder, Delimiter: '/' })
      for await (const { Contents = [] } of pages)
        keys.push(...Contents.map(({ Key = '' }) => Key.slice(folder.length)))
      return keys.filter(isImageKey)
    },
    async probe() {
      await client.send(new PutObjectCommand({ ...objectOf(PROBE_KEY), Body: '1' }))
      await client.send(new DeleteObjectCommand(objectOf(PROBE_KEY)))
    },
    privateFile(name) {
      // No image key begins with a dot, so the file is never served.
      const object = { Bucket: bucket, Key: `.${name}` }
      return {
        async read() {
          try {
            const { Body } = await client.send(new GetObjectCommand(object))
            return (await Body?.transformToByteArray()) ?? null
          } catch (error) {
            if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null
            throw error
          }
        },
        async write(bytes) {
          await client.send(new PutObjectCommand({ ...object, Body: bytes }))
        },
      }
    },
    async createBucket() {
      if (await bucketExists(client, bucket)) return false
      const LocationConstraint = region as BucketLocationConstraint
      try {
        await client.send(
          new CreateBucketCommand({
            Bucket: bucket,
            ...(region !== DEFAULT_REGION && { CreateBucketConfiguration: { LocationConstraint } }),
          }),
        )
        return true
      } catch (error) {
        if (error instanceof BucketAlreadyOwnedByYou) return false
        throw error
      }
    },
  }
}

/** The fixed credentials of s3rver; other emulators accept any credentials. */
const EMULATOR_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * The credentials for an emulator on this machine. The result is undefined for every other
 * endpoint, and when the environment names credentials.
 */
function emulatorCredentials(endpoint = '', environment: S3Options['environment']) {
  const hasCredentials = environment['AWS_ACCESS_KEY_ID'] || environment['AWS_PROFILE']
  return LOOPBACK.test(endpoint) && !hasCredentials ? EMULATOR_CREDENTIALS : undefined
}

async function bucketExists(client: S3Client, bucket: string) {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

/**
 * Retries `put` until the object exists. S3 responds 412 when it exists already, and 409 while
 * another process writes it. The write of the other process may fail, so a 409 needs a retry.
 */
async function putIfMissing(put: () => Promise<unknown>) {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      await put()
      return
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) return
      if (status !== 409 || conflicts >= CONFLICT_RETRIES) throw error
    }
    await sleep(CONFLICT_DELAY_MS)
  }
}

function statusOf(error: unknown) {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
