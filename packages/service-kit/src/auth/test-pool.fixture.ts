import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'

export type Claims = {
  sub: string
  username?: string
  groups?: string[]
  tokenUse?: 'access' | 'id'
  issuer?: string
  clientId?: string
  notBefore?: number
  expiresAt?: number
  /** In seconds since 1970. */
  authTime?: number
}

const ISSUER = 'https://pool.test/ap-south-1_test'
const CLIENT_ID = 'test-client'

/** A user pool that only signs tokens; tests verify them as the store does. */
export async function createTestPool(now: Date) {
  const keys: JSONWebKeySet = { keys: [] }
  let signing = await addKey(keys)

  return {
    verification: { issuer: ISSUER, clientId: CLIENT_ID, fetchKeys: async () => keys },
    async rotate() {
      keys.keys.length = 0
      signing = await addKey(keys)
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

async function addKey(keys: JSONWebKeySet) {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  keys.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' })
  return { kid, privateKey }
}
