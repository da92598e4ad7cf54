import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import openapiTS, { astToString } from 'openapi-typescript'
import { expectFigures, type Proof } from '../proof.ts'
import { createShopper, DONUT } from '../shopper.ts'

const PROJECT = join(import.meta.dirname, '../../..')
const COMPILER = join(PROJECT, 'node_modules/typescript/bin/tsc')
const run = promisify(execFile)

/** A client written from the API description alone. It prints the name of the bought product. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './shop-api.ts'

const [url = '', userId = '', token = '', productId = '', address = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: url + '/api', headers: { authorization: 'Bearer ' + token } })

const found = await client.GET('/products/{id}', { params: { path: { id: productId } } })
if (found.error) throw new Error(found.error.code + ': ' + found.error.message)
const { products_id, price } = found.data.data

const placed = await client.POST('/purchases/{userId}', {
  params: { path: { userId } },
  body: {
    items: [{ productId: products_id, quantity: 1 }],
    totalAmount: price,
    paymentDetails: { method: 'cod' },
    shippingAddress: JSON.parse(address),
  },
})
if (placed.error) throw new Error(placed.error.code + ': ' + placed.error.message)
const [item] = placed.data.data.items
console.log(item?.productId)
`

/** Asks for what the description does not have. The type check must refuse each line. */
const WRONG_LINES = [
  `found.data.data.pricee.toFixed()`,
  `await client.GET('/products/{id}', { params: { path: { number: 'a' } } })`,
  `if (found.error?.code === 'NO_SUCH_CODE') process.exit()`,
]

export const describedApi: Proof = {
  id: 'S28',
  test: 'The description of the Shop API is checked by the rules of Spectral and Redocly, and a client generated from it buys a snack',
  sizes: { quick: 1, short: 1, nightly: 5 },
  unit: 'snacks',
  async run(context, size) {
    const store = await context.startStore()
    const description = await (await fetch(`${store.url}/api/openapi.json`)).text()
    const problems = [...(await spectralProblems(description)), ...(await redoclyProblems(description))]
    const [problem = ''] = problems
    expectFigures({
      'problems that the linters find': [problems.length, 0],
      'the first problem': [problem, ''],
    })

    const folder = context.freshFolder()
    writeFileSync(join(folder, 'shop-api.ts'), astToString(await openapiTS(description)))
    expectFigures({ 'type errors of the client': [await typeErrors(folder, 'client.ts', PROGRAM), ''] })
    for (const [index, line] of WRONG_LINES.entries()) {
      const errors = await typeErrors(folder, `wrong-${index}.ts`, `${PROGRAM}\n${line}\n`)
      expectFigures({ [`\`${line}\` has a type error`]: [errors !== '', true] })
    }
    for (let bought = 0; bought < size; bought += 1) {
      const { userId, accessToken } = await createShopper(store.url)
      const input = [store.url, userId, accessToken, DONUT.productId, JSON.stringify(homeAddress)]
      const { stdout } = await run(process.execPath, [join(folder, 'client.ts'), ...input])
      expectFigures({ 'what the client has bought': [stdout.trim(), DONUT.productId] })
    }
    const count = Object.values<object>(JSON.parse(description).paths).flatMap(Object.keys).length
    return `${count} operations: 0 problems, ${size} bought by the generated client`
  },
  mutations: [
    {
      what: 'operations have no group',
      file: 'apps/shop-api/src/reference/openapi.ts',
      from: 'tags: [groupOf(endpoint)],',
      to: '',
    },
    {
      what: 'refusals are not described',
      file: 'apps/shop-api/src/reference/openapi.ts',
      from: '...errorResponses(errorsOf(operationId, endpoint)),',
      to: '',
    },
    {
      what: 'it is not said which calls need no token',
      file: 'apps/shop-api/src/reference/openapi.ts',
      from: 'security: SECURITY[access],',
      to: "...(access !== 'public' && { security: SECURITY[access] }),",
    },
  ],
}

async function spectralProblems(description: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  // The types of the two packages do not fit each other.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] })
  const found = await spectral.run(JSON.parse(description))
  return found.map(({ code, path, message }) => `Spectral ${code} at ${path.join('.')}: ${message}`)
}

async function redoclyProblems(description: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' })
  const found = await lintFromString({ source: description, config })
  return found.map(({ ruleId, message, location }) => {
    const [place] = location
    return `Redocly ${ruleId} at ${place?.pointer ?? ''}: ${message}`
  })
}

/** The errors that the compiler finds in a program that is written into the folder. */
async function typeErrors(folder: string, file: string, program: string): Promise<string> {
  writeFileSync(join(folder, file), program)
  const options = [
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'esnext',
    '--types',
    'node',
    '--ignoreConfig',
  ]
  try {
    await run(process.execPath, [COMPILER, ...options, join(folder, file)])
    return ''
  } catch (error) {
    return String(Object(error).stdout).trim() || String(error)
  }
}
