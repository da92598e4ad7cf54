import { tracingChannel } from 'node:diagnostics_channel'
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The diagnostics channel through which telemetry observes requests. */
const operations = tracingChannel<{ name: string; attributes: Record<string, string> }>('nashta.storage')

export type Dynamo = DynamoDBDocumentClient

export type CreateClientOptions = {
  region: string
  /** The URL of an emulator such as DynamoDB Local; undefined for AWS itself. */
  endpoint?: string | undefined
  environment: Record<string, string | undefined>
  /** Used instead of the credentials of the environment or the machine. */
  credentials?: Credentials | undefined
  /**
   * Tests set a longer timeout, because an emulator on a busy machine is slow. Connecting may take
   * half of this time.
   */
  responseTimeoutMs?: number
}

type Credentials = NonNullable<DynamoDBClientConfig['credentials']>

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** Requests beyond these sockets wait in a queue. They do not open more connections. */
const SOCKETS = { maxSockets: 128, keepAlive: true }

/** The SDK retries a request after this time. Every request of the store is safe to repeat. */
const RESPONSE_TIMEOUT_MS = 5_000

export function createDynamoClient(options: CreateClientOptions): Dynamo {
  const { region, endpoint, environment, credentials, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options
  // Without chosen credentials, the SDK finds some in the environment or on the machine.
  const chosenCredentials = credentials ?? emulatorCredentials(endpoint, environment)
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(chosenCredentials && { credentials: chosenCredentials }),
    requestHandler: {
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
      requestTimeout: responseTimeoutMs,
      connectionTimeout: responseTimeoutMs / 2,
      throwOnRequestTimeout: true,
      // Requests often wait for a socket. The SDK's warning about that would bypass our log.
      socketAcquisitionWarningTimeout: 60_000,
    },
  })
  traceRequests(client)
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** Traces each request with its operation and table. The SDK's retries are part of that trace. */
function traceRequests(client: DynamoDBClient) {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (!operations.hasSubscribers) return next(args)
        const TableName = 'TableName' in args.input ? args.input.TableName : undefined
        return operations.tracePromise(() => next(args), {
          name: commandName,
          attributes: {
            'db.system.name': 'aws.dynamodb',
            'db.operation.name': commandName,
            ...(TableName !== undefined && { 'db.collection.name': TableName }),
          },
        })
      },
    { step: 'initialize', name: 'traceRequests' },
  )
}

/** An emulator requires a signature but does not check it. */
const EMULATOR_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * The credentials for an emulator on this machine. Undefined for any other endpoint, and when the
 * environment has credentials.
 */
function emulatorCredentials(endpoint = '', environment: CreateClientOptions['environment']) {
  const hasCredentials = environment['AWS_ACCESS_KEY_ID'] || environment['AWS_PROFILE']
  return LOOPBACK.test(endpoint) && !hasCredentials ? EMULATOR_CREDENTIALS : undefined
}
