import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { deletedUsersSuite } from './deleted-users.suite.ts'

describe('deleted users on SQLite', () => {
  deletedUsersSuite(openTestShop)
})
