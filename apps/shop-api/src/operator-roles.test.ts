import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { OPERATOR_ROLES, ROLE_TEXTS, ROLES_BY_CALL, rolesFor } from '@nashta/contracts/api/operator-roles'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from './shop.fixture.ts'

const adminEndpoints = Object.values<Endpoint>(shopApiEndpoints).filter(({ access }) => access === 'admin')

let test: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  test = await openTestShop()
})
afterAll(() => test.close())

async function statusOf({ method, path }: Endpoint, group: string) {
  const token = await test.sign({ sub: `the-${group}`, groups: [group] })
  const response = await test.shop.app.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, 'none')}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
  })
  return response.statusCode
}

it('the table of roles contains only endpoints for operators', () => {
  // Pictures are uploaded to the app of `packages/images`, so the Shop API does not list that endpoint.
  const known = [...adminEndpoints, uploadPicture].map(({ method, path }) => `${method} ${path}`)
  expect(known).toEqual(expect.arrayContaining(Object.keys(ROLES_BY_CALL)))
})

/** What the text of a role says of its calls. Bell and push messages are every operator's own. */
const TOLD: readonly (readonly [words: string, calls: RegExp])[] = [
  ['Today', /^GET \/admin\/today$/],
  ['orders', /^GET \/admin\/orders(?:\/:orderId)?$/],
  [
    'packs and prints them',
    /^(?:GET \/admin\/orders\/(?:pack-queue|print)|POST \/admin\/orders\/(?:bulk|:orderId\/pack))$/,
  ],
  ['hands parcels over', /^POST \/admin\/orders\/:orderId\/ship$/],
  ['enters tracking numbers', /^POST \/admin\/orders\/:orderId\/parcels$/],
  ['bills', /\/bills(?:\/|$)/],
  ['figures', /^GET \/admin\/figures/],
  ['the value of the stock', /stock-value$/],
  ['the cash of couriers', /^GET \/admin\/courier-cash/],
  ['saves lists as files', /^GET \/admin\/exports\//],
  ['files the tax return', /\/admin\/returns\//],
  ['the log', /^GET \/admin\/log$/],
]

it.each(['packer', 'shipper', 'accountant'] as const)(
  'the text of the role %s tells all that it may do',
  (role) => {
    const { includes } = ROLE_TEXTS[role]
    const allowed = Object.keys(ROLES_BY_CALL).filter((call) => ROLES_BY_CALL[call]?.includes(role))
    const untold = allowed.filter(
      (call) =>
        !/\/(?:bell|push)/.test(call) &&
        !TOLD.some(([words, calls]) => calls.test(call) && includes.includes(words)),
    )
    expect(untold).toEqual([])
    const promised = TOLD.filter(([words]) => includes.includes(words))
    expect(promised.filter(([, calls]) => !allowed.some((call) => calls.test(call)))).toEqual([])
  },
)

describe.each([...OPERATOR_ROLES, 'shopper'])('the group %s', (group) => {
  it.each(adminEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s is allowed only when the group is one of the endpoint's roles",
    async (_name, endpoint) => {
      const isAllowed = rolesFor(endpoint).some((role) => role === group)
      const status = await statusOf(endpoint, group)
      // The ids and bodies are made up, so most allowed calls fail, but not with 403.
      expect(isAllowed ? [200, 400, 404, 409] : [403]).toContain(status)
    },
  )
})
