import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { bellSuite } from './bell.suite.ts'
import { deskPushSuite } from './desk-push.suite.ts'

describe('on SQLite', () => {
  bellSuite(openTestShop)
  deskPushSuite(openTestShop)
})
