import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { CALLS_OF_ROLES, OPERATOR_ROLES, rolesFor } from '@nashta/contracts/api/operator-roles'
import { shopApiEndpoints } from '@nashta/contracts/api/shop-api-endpoints'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from './shop.fixture.ts'

const calls = Object.values<Endpoint>(shopApiEndpoints).filter(({ access }) => access === 'admin')

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
  const known = [...calls, uploadPicture].map(({ method, path }) => `${method} ${path}`)
  expect(known).toEqual(expect.arrayContaining(Object.keys(CALLS_OF_ROLES)))
})

describe.each([...OPERATOR_ROLES, 'shopper'])('a caller in the group %s', (group) => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'may call %s only with the role for it',
    async (_name, call) => {
      const isAllowed = rolesFor(call).some((role) => role === group)
      const status = await statusOf(call, group)
      // The ids and bodies are made up, so most allowed calls fail, but not with 403.
      expect(isAllowed ? [200, 400, 404, 409] : [403]).toContain(status)
    },
  )
})
