import { orderPriceSuite } from './order-price.suite.ts'

orderPriceSuite(100_000)
