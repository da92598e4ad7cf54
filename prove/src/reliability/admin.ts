import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { type Shopper, shopperAt, shopperWith, signIn } from '../shopper.ts'

/** Somebody who may change the catalogue, made as `npm run admin` makes one. */
export async function adminAt(url: string, dataFolder: string): Promise<Shopper> {
  const { email } = await shopperAt(url)
  const pool = openSqlitePoolAdmin(dataFolder, () => new Date())
  try {
    await pool.grant(email)
  } finally {
    await pool.close()
  }
  // Groups are in the token, so it takes another one.
  return shopperWith(url, { email, accessToken: await signIn(url, email) })
}
