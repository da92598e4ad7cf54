import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { type Shopper, shopperAt, signInAgain } from '../shopper.ts'

/** Somebody who may change the catalogue, made as `npm run admin` makes one. */
export async function adminAt(url: string, dataFolder: string): Promise<Shopper> {
  const shopper = await shopperAt(url)
  const pool = openSqlitePoolAdmin(dataFolder, () => new Date())
  try {
    await pool.grant(shopper.email)
  } finally {
    await pool.close()
  }
  // Groups are in the token, so it takes another one.
  return signInAgain(url, shopper)
}
