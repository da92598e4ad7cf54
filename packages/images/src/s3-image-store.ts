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
  region: string
  /** Of an emulator; undefined for AWS itself. */
  endpoint?: string | undefined
  environment: Record<string, string | undefined>
  /** Replaces those of the environment or the machine. */
  credentials?: S3ClientConfig['credentials']
}

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** The one region that must not be named when a bucket is created. */
const DEFAULT_REGION = 'us-east-1'

/** Never served, because no image key begins with a dot. */
const PROBE_KEY = '.probe'

export type S3ImageStore = ImageStore & {
  /** Creates the bucket unless it exists; resolves to whether it was created. */
  createBucket(): Promise<boolean>
}

export function createS3ImageStore(options: S3Options): S3ImageStore {
  const { bucket, region, endpoint, environment, credentials } = options
  const client = new S3Client({
    region,
    // An emulator has one host name for all its buckets.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials
      ? { credentials }
      : needsNoCredentials(endpoint, environment) && { credentials: EMULATOR_CREDENTIALS }),
  })
  const Bucket = bucket

  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      // A key names its content: when it exists, the same picture is stored already.
      await ignoreExisting(
        client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, IfNoneMatch: '*' })),
      )
    },
    async get(key) {
      if (!isImageKey(key)) return null
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
        return bytes.length > 0 ? bytes : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async topKeys() {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Delimiter: '/' })) {
        keys.push(...Contents.flatMap(({ Key = '' }) => (isImageKey(Key) ? [Key] : [])))
      }
      return keys
    },
    async probe() {
      await client.send(new PutObjectCommand({ Bucket, Key: PROBE_KEY, Body: '1' }))
      await client.send(new DeleteObjectCommand({ Bucket, Key: PROBE_KEY }))
    },
    async createBucket() {
      if (await bucketExists(client, bucket)) return false
      const LocationConstraint = region as BucketLocationConstraint
      try {
        await client.send(
          new CreateBucketCommand({
            Bucket,
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

/** Those of s3rver; other emulators accept any. */
const EMULATOR_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

function needsNoCredentials(endpoint: string | undefined, environment: S3Options['environment']) {
  return (
    endpoint !== undefined &&
    LOOPBACK.test(endpoint) &&
    !environment['AWS_ACCESS_KEY_ID'] &&
    !environment['AWS_PROFILE']
  )
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

/** 412: the object exists. 409: another process is storing it. */
async function ignoreExisting(put: Promise<unknown>) {
  try {
    await put
  } catch (error) {
    if (![412, 409].includes(statusOf(error) ?? 0)) throw error
  }
}

function isMissing(error: unknown) {
  return error instanceof S3ServiceException && error.name === 'NoSuchKey'
}

function statusOf(error: unknown) {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
