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
  /** A stand-in for AWS; undefined for AWS itself. */
  endpoint?: string | undefined
  environment: Record<string, string | undefined>
  /** Instead of those that the environment or the machine has. */
  credentials?: S3ClientConfig['credentials']
}

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** The one region that has no name when a bucket is made. */
const FIRST_REGION = 'us-east-1'

/** No image key begins with a dot, so this is never served. */
const PROBE_KEY = '.probe'

export type S3ImageStore = ImageStore & {
  /** Makes the bucket unless it is there, and says whether it did. */
  createBucket(): Promise<boolean>
}

export function createS3ImageStore(options: S3Options): S3ImageStore {
  const { bucket, region, endpoint, environment, credentials } = options
  const client = new S3Client({
    region,
    // A stand-in has one host name for all its buckets.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials
      ? { credentials }
      : needsNoCredentials(endpoint, environment) && { credentials: STAND_IN_CREDENTIALS }),
  })
  const Bucket = bucket

  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      // A key names its content: when it is there already, so is the picture.
      await unlessThere(
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
      if (await isThere(client, bucket)) return false
      const LocationConstraint = region as BucketLocationConstraint
      try {
        await client.send(
          new CreateBucketCommand({
            Bucket,
            ...(region !== FIRST_REGION && { CreateBucketConfiguration: { LocationConstraint } }),
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

/** What s3rver takes; other stand-ins take anything. */
const STAND_IN_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** A stand-in on this machine. */
function needsNoCredentials(endpoint: string | undefined, environment: S3Options['environment']) {
  return (
    endpoint !== undefined &&
    LOOPBACK.test(endpoint) &&
    !environment['AWS_ACCESS_KEY_ID'] &&
    !environment['AWS_PROFILE']
  )
}

async function isThere(client: S3Client, bucket: string) {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

/** 412: it was there before. 409: somebody else puts it there at this moment. */
async function unlessThere(putting: Promise<unknown>) {
  try {
    await putting
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
