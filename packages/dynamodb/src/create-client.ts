import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export type Dynamo = DynamoDBDocumentClient

export type CreateClientOptions = {
  region: string
  /** A stand-in for AWS; undefined for AWS itself. */
  endpoint?: string | undefined
  environment: Record<string, string | undefined>
  /** Instead of those that the environment or the machine has. */
  credentials?: Credentials | undefined
}

type Credentials = NonNullable<DynamoDBClientConfig['credentials']>

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** A burst waits for its turn inside the process rather than for new connections. */
const SOCKETS = { maxSockets: 128, keepAlive: true }

/** Slower than this is not an answer but a fault: the request is sent again, and is safe to be. */
const ANSWER_WITHIN_MS = 5_000
const CONNECT_WITHIN_MS = 2_000

export function createDynamoClient(options: CreateClientOptions): Dynamo {
  const { region, endpoint, environment, credentials } = options
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials ? { credentials } : needsNoCredentials(endpoint, environment) && STAND_IN),
    requestHandler: {
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
      requestTimeout: ANSWER_WITHIN_MS,
      connectionTimeout: CONNECT_WITHIN_MS,
      throwOnRequestTimeout: true,
      // Waiting for a turn is no fault, and its warning would go past our log.
      socketAcquisitionWarningTimeout: 60_000,
    },
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

const STAND_IN = { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** A stand-in on this machine asks for a signature and checks none. */
function needsNoCredentials(endpoint: string | undefined, environment: CreateClientOptions['environment']) {
  return (
    endpoint !== undefined &&
    LOOPBACK.test(endpoint) &&
    !environment['AWS_ACCESS_KEY_ID'] &&
    !environment['AWS_PROFILE']
  )
}
