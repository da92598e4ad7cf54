import { billLawsSuite } from './bill-laws.suite.ts'

billLawsSuite(100_000)
