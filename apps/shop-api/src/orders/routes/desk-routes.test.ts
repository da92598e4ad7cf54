import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { deskRoutesSuite } from './desk-routes.suite.ts'

describe('desk routes on SQLite', () => {
  deskRoutesSuite(openTestShop)
})
