import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Shopper, shopperWith } from '../shopper.ts'

/** As many shoppers as a crowd has: to sign each of them up would hash two passwords for every one. */
export function mintShoppers(
  url: string,
  dataFolder: string,
  { accessToken }: Shopper,
  count: number,
): Shopper[] {
  const [header = '', payload = ''] = accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const { access } = JSON.parse(readFileSync(join(dataFolder, 'signing-keys.json'), 'utf8')) as {
    access: { pem: string }
  }
  const key = createPrivateKey(access.pem)

  return Array.from({ length: count }, () => {
    const sub = randomUUID()
    const minted = Buffer.from(JSON.stringify({ ...claims, sub, username: sub, jti: randomUUID() }))
    const signed = `${header}.${minted.toString('base64url')}`
    const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
    return shopperWith(url, { email: '', accessToken: `${signed}.${signature}` })
  })
}
