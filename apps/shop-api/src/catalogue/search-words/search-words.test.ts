import { openTestShop } from '../../shop.fixture.ts'
import { searchWordsSuite } from './search-words.suite.ts'

searchWordsSuite(openTestShop)
