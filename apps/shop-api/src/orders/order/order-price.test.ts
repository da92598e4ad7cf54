import { orderPriceSuite } from './order-price.suite.ts'

orderPriceSuite(2000)
