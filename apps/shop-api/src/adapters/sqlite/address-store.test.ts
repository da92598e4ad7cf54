import { describe } from 'vitest'
import { addressStoreSuite } from '../../addresses/address-store.suite.ts'
import { createSqliteAddressStore } from './address-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

const database = shopDatabaseOfEachTest()

describe('SQLite address store', () => {
  addressStoreSuite(() => createSqliteAddressStore(database()))
})
