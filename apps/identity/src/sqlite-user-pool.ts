import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { CONFIRMATION_CODE_LENGTH } from '@nashta/contracts/constants'
import { WELCOME_PATH } from '@nashta/contracts/identity/first-administrator'
import type { MailTransport } from '@nashta/mail/mail'
import { mailTopic, type ReadShop } from '@nashta/mail/mail-topic'
import { type DeliverEvents, eventEntry, eventsTopic } from '@nashta/outbox/events'
import { createPayloadCipher } from '@nashta/outbox/payload-cipher'
import { startRelay } from '@nashta/outbox/relay'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { type Caller, createTokenVerifier } from '@nashta/service-kit/auth/authorise'
import { fullNameIn } from '@nashta/service-kit/auth/full-name'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { Settings } from '@nashta/service-kit/process/settings'
import { deriveKeys, openPoolFile } from './adapters/disk/pool-file.ts'
import { openSigningKeys } from './adapters/disk/signing-key-file.ts'
import { createSqliteAttemptStore } from './adapters/sqlite/attempt-store.ts'
import { createSqliteFirstAdministratorStore } from './adapters/sqlite/first-administrator-store.ts'
import { createSqliteGroupStore } from './adapters/sqlite/group-store.ts'
import { createSqliteInvitationStore } from './adapters/sqlite/invitation-store.ts'
import { openIdentityDatabase } from './adapters/sqlite/open-identity-database.ts'
import { createSqliteSecondFactorStore } from './adapters/sqlite/second-factor-store.ts'
import { createSqliteSessionStore } from './adapters/sqlite/session-store.ts'
import { createSqliteUserStore } from './adapters/sqlite/user-store.ts'
import type { AppClient } from './clients/app-client.ts'
import { createIdentityPool } from './create-identity-pool.ts'
import { createUserPool } from './create-user-pool.ts'
import { createWelcomeLink } from './first-administrator/welcome-link.ts'
import { createIdentityIds } from './identity-pool/identity-ids.ts'
import { createInvitations } from './invitations/invitations.ts'
import { createAttemptSubjectOf } from './limits/attempt-limits.ts'
import { createPasswordHasher, type PasswordHasherOptions } from './passwords/password-hasher.ts'
import { type PasswordPolicy, STORE_POLICY } from './passwords/password-policy.ts'
import { createRecoveryCodeHasher } from './second-factor/recovery-codes.ts'
import { createSecurityLog } from './security-log.ts'
import { createAccounts } from './users/accounts.ts'
import { CODE_LIFETIME_MS, createCodeHasher } from './users/code.ts'
import { createOperators } from './users/operators.ts'
import type { UserStore } from './users/user-store.ts'
import { createSignatureCheck } from './wire/signature.ts'

type PoolSettings = Pick<
  Settings,
  | 'AWS_REGION'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'USER_POOL_CLIENT_SECRET'
  | 'IDENTITY_POOL_ID'
  | 'USER_POOL_ADMIN_KEY_ID'
  | 'USER_POOL_ADMIN_KEY_SECRET'
>

export type SqliteUserPoolOptions = ServiceOptions & {
  dataFolder: string
  settings: PoolSettings
  mailTransport: MailTransport
  readShop: ReadShop
  /** Delivers the event that a user was deleted; null without a recommendation service. */
  deliverEvents: DeliverEvents | null
  /** The origin of links in mails. */
  publicUrl: string
  /** Multiplies the rate limits per network address. */
  rateLimitScale: number
  now: () => Date
  /** App clients in addition to the store's own. */
  moreClients?: readonly AppClient[]
  policy?: PasswordPolicy
  hashing?: PasswordHasherOptions
  /** Wraps the store of users. A proof holds calls between their reads and their writes with it. */
  wrapUsers?: (users: UserStore) => UserStore
}

const DELETE_UNCONFIRMED_EVERY_MS = 10 * 60 * 1000

/** Opens the user pool on SQLite and disk files, in the process of the store or in a separate one. */
export async function openSqliteUserPool(options: SqliteUserPoolOptions) {
  const { dataFolder, settings, mailTransport, readShop, deliverEvents, now, logger } = options
  const database = openIdentityDatabase(dataFolder, now)
  const poolFile = openPoolFile(dataFolder, settings.AWS_REGION)
  const poolId = settings.USER_POOL_ID || poolFile.poolId
  // Cognito's issuers have this form, and its client libraries expect it.
  const issuer = `https://cognito-idp.${settings.AWS_REGION}.amazonaws.com/${poolId}`
  const client = {
    id: settings.USER_POOL_CLIENT_ID || poolFile.clientId,
    secret: settings.USER_POOL_CLIENT_SECRET || poolFile.clientSecret,
  }
  const clients = [
    { ...client, flows: ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const, hidesUserExistence: true },
    ...(options.moreClients ?? []),
  ]
  const derivedKeys = deriveKeys(Buffer.from(poolFile.masterKey, 'base64'))
  const keys = await openSigningKeys(dataFolder, now)

  const outbox = createSqliteOutbox(database, now, createPayloadCipher(derivedKeys.outboxEncryption))
  /** Runs in the transaction that deletes the user. */
  const onUserDeleted = (sub: string) => {
    if (!deliverEvents) return
    outbox.add(
      eventEntry({
        id: `account-deleted:${sub}`,
        kind: 'accountDeleted',
        userId: sub,
        at: now().toISOString(),
      }),
    )
  }
  const { wrapUsers = (store) => store } = options
  const users = wrapUsers(createSqliteUserStore(database, outbox, now, onUserDeleted))
  const sessions = createSqliteSessionStore(database, now)
  const factorCipher = createPayloadCipher(derivedKeys.secondFactorSecrets)
  const secondFactors = createSqliteSecondFactorStore(database, outbox, factorCipher)
  const firstAdministrator = createSqliteFirstAdministratorStore(database, outbox, factorCipher)
  const invitations = createSqliteInvitationStore(database, outbox, factorCipher)
  const welcomeLink = createWelcomeLink(now())
  const groups = createSqliteGroupStore(database, outbox)
  const deps = {
    ...options,
    poolId,
    issuer,
    clients: new Map(clients.map((appClient) => [appClient.id, appClient])),
    users,
    sessions,
    groups,
    secondFactors,
    firstAdministrator,
    welcomeLink,
    invitations,
    attempts: createSqliteAttemptStore(database),
    keys,
    hasher: createPasswordHasher(options.hashing),
    policy: options.policy ?? STORE_POLICY,
    hashCode: createCodeHasher(derivedKeys.codeHashes),
    hashRecoveryCode: createRecoveryCodeHasher(derivedKeys.recoveryCodeHashes),
    attemptSubjectOf: createAttemptSubjectOf(derivedKeys.attemptSubjects),
    logEvent: createSecurityLog(logger, derivedKeys.logHashes),
    newCode: newConfirmationCode,
    newId: randomUUID,
    randomBytes,
    checkSignature: createSignatureCheck({
      key: {
        id: settings.USER_POOL_ADMIN_KEY_ID || poolFile.adminKeyId,
        secret: settings.USER_POOL_ADMIN_KEY_SECRET || poolFile.adminKeySecret,
      },
      region: settings.AWS_REGION,
      now,
    }),
    gatewaySecret: client.secret,
    identityPoolId: settings.IDENTITY_POOL_ID || poolFile.identityPoolId,
    identityIds: createIdentityIds(derivedKeys.identityIds, settings.AWS_REGION),
  }
  const topics = [mailTopic(mailTransport, readShop), ...(deliverEvents ? [eventsTopic(deliverEvents)] : [])]
  const relay = startRelay({ outbox, topics, logger, now })

  /** Deletes the accounts that were not confirmed within the lifetime of a sign-up code. */
  async function deleteUnconfirmedUsers() {
    try {
      await users.deleteUnconfirmed(new Date(now().getTime() - CODE_LIFETIME_MS['sign-up']))
    } catch (error) {
      logger.error({ err: error }, 'unconfirmed accounts could not be deleted')
    }
  }
  await deleteUnconfirmedUsers()
  const timer = setInterval(() => void deleteUnconfirmedUsers(), DELETE_UNCONFIRMED_EVERY_MS)

  return {
    userPool: createUserPool(deps),
    identityPool: createIdentityPool(deps),
    client,
    poolId,
    issuer,
    database,
    verifyToken: createTokenVerifier({
      issuer,
      clientId: client.id,
      fetchKeys: async () => keys.publicKeySet(),
      isKeyTrusted: (kid) => keys.publicKey(kid) !== null,
      isRevoked: ({ origin_jti: id, sub }) => id === undefined || !sessions.isLive({ id, sub }),
      now,
    }),
    emailOf: ({ sub }: Caller) => users.findEmail(sub),
    verifiedEmailOf: ({ sub }: Caller) => users.findVerifiedEmail(sub),
    fullNameOf: async ({ sub }: Caller) => fullNameIn((await users.find(sub))?.attributes ?? {}),
    formerEmailsOf: ({ sub }: Caller) => users.formerEmailsOf(sub),
    hasSecondFactor: async ({ sub }: Caller) => secondFactors.isOn(sub),
    operators: { ...createOperators(deps), ...createInvitations(deps) },
    accounts: createAccounts(deps),
    /** Null if the pool had an administrator when it was opened. */
    welcomeUrl: (await firstAdministrator.hasAdministrator())
      ? null
      : `${options.publicUrl}${WELCOME_PATH}#${welcomeLink.token}`,
    birthDateOf: async ({ sub }: Caller) => (await users.find(sub))?.attributes['birthdate'] ?? null,
    probe: async () => {
      await database.probe()
      await relay.probe()
    },
    close: async () => {
      clearInterval(timer)
      await relay.close()
      await database.close()
    },
  }
}

function newConfirmationCode() {
  return String(randomInt(10 ** CONFIRMATION_CODE_LENGTH)).padStart(CONFIRMATION_CODE_LENGTH, '0')
}
