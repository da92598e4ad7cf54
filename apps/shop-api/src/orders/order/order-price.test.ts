import { orderPriceSuite } from './order-price.suite.ts'

orderPriceSuite(5000)
