import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, SignJWT } from 'jose'

export type Claims = {
  sub: string
  username?: string
  groups?: string[]
  tokenUse?: 'access' | 'id'
  issuer?: string
  clientId?: string
  // Times are in seconds since 1970.
  notBefore?: number
  expiresAt?: number
  authTime?: number
}

type SigningKey = { kid: string; privateKey: CryptoKey; publicKey: JWK }

const ISSUER = 'https://pool.test/ap-south-1_test'
const CLIENT_ID = 'test-client'

/** All test pools begin with this key, because making an RSA key takes long. */
let firstKey: Promise<SigningKey> | undefined

/** Makes a user pool that only signs tokens. Tests verify them as the store does. */
export async function createTestPool(now: Date) {
  let signingKey = await (firstKey ??= createKey())
  const keys: JSONWebKeySet = { keys: [signingKey.publicKey] }

  return {
    verification: { issuer: ISSUER, clientId: CLIENT_ID, fetchKeys: async () => keys },
    /** Replaces the pool's only key. The old key is no longer published. */
    async rotate() {
      signingKey = await createKey()
      keys.keys = [signingKey.publicKey]
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
        .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid })
        .setSubject(sub)
        .setIssuer(issuer)
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(times.expiresAt ?? seconds + 3600)
      if (times.notBefore !== undefined) jwt.setNotBefore(times.notBefore)
      return jwt.sign(signingKey.privateKey)
    },
  }
}

async function createKey(): Promise<SigningKey> {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  return { kid, privateKey, publicKey: { ...jwk, kid, alg: 'RS256', use: 'sig' } }
}
