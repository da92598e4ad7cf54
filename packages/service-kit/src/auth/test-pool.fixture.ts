import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, SignJWT } from 'jose'

export type Claims = {
  sub: string
  username?: string
  groups?: string[]
  tokenUse?: 'access' | 'id'
  issuer?: string
  clientId?: string
  // These times are in seconds since 1970.
  notBefore?: number
  expiresAt?: number
  authTime?: number
}

type SigningKey = { kid: string; privateKey: CryptoKey; published: JWK }

const ISSUER = 'https://pool.test/ap-south-1_test'
const CLIENT_ID = 'test-client'

/** The first key of every test pool. They share it, because an RSA key takes long to make. */
let firstKey: Promise<SigningKey> | undefined

/** A user pool that only signs tokens; tests verify them as the store does. */
export async function createTestPool(now: Date) {
  let signing = await (firstKey ??= createKey())
  const keys: JSONWebKeySet = { keys: [signing.published] }

  return {
    verification: { issuer: ISSUER, clientId: CLIENT_ID, fetchKeys: async () => keys },
    /** Replaces the pool's key. */
    async rotate() {
      signing = await createKey()
      keys.keys = [signing.published]
    },
    sign({
      sub,
      username = sub,
      groups,
      tokenUse = 'access',
      issuer = ISSUER,
      clientId = CLIENT_ID,
      ...times
    }: Claims) {
      const seconds = Math.floor(now.getTime() / 1000)
      const jwt = new SignJWT({
        username,
        token_use: tokenUse,
        client_id: clientId,
        ...(times.authTime !== undefined && { auth_time: times.authTime }),
        ...(groups && { 'cognito:groups': groups }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: signing.kid })
        .setSubject(sub)
        .setIssuer(issuer)
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(times.expiresAt ?? seconds + 3600)
      if (times.notBefore !== undefined) jwt.setNotBefore(times.notBefore)
      return jwt.sign(signing.privateKey)
    },
  }
}

async function createKey(): Promise<SigningKey> {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}
