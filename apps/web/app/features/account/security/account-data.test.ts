import { afterEach, expect, it, vi } from 'vitest'
import { createTestClient, RESPONSES } from '../session/account.fixture.ts'
import { signIn } from '../session/identity-calls.ts'
import { collectOwnData, deleteAccount } from './account-data.ts'

afterEach(() => vi.unstubAllGlobals())

const form = { email: 'asha@example.in', password: 'pass-word', rememberMe: false }
const SESSION = {
  SessionId: 's1',
  Device: 'Firefox on Linux',
  SignedInAt: '2026-01-01T00:00:00.000Z',
  LastUsedAt: '2026-01-01T00:00:00.000Z',
  IsCurrent: true,
}

const EXPORT = {
  userId: 'sub-of-asha',
  email: 'asha@example.in',
  exportedAt: '2026-01-01T00:00:00.000Z',
  cart: {
    items: [{ productId: 'donut', name: 'Donut', quantity: 1 }],
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  purchases: [],
  addresses: [],
  newsletter: [],
  tickets: [],
  pushDevices: [],
  ratings: [],
  favourites: [],
  stockAlerts: [],
  helpfulVotes: [],
  shopNotes: { notes: [], tags: [], takesNoCash: false },
  interactions: null,
}

/** Signs in a shopper. The Shop API replies to every later call with `shopResponse`. */
async function signInWithShop(shopResponse: () => Response, identityResponses: Record<string, object> = {}) {
  const { accountClient, sent } = createTestClient({ ...RESPONSES, ...identityResponses })
  await signIn(accountClient, form)
  sent.length = 0
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return shopResponse()
  })
  return { accountClient, calls, sentOperations: () => sent.map(({ operation }) => operation) }
}

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status })

it('the downloaded data holds the attributes and devices of the user pool, and the data of the shop', async () => {
  const { accountClient, calls } = await signInWithShop(() => Response.json({ data: EXPORT }), {
    ListSessions: { Sessions: [SESSION] },
  })
  const data = JSON.parse(await collectOwnData(accountClient, 'sub-of-asha'))
  expect(calls).toEqual(['GET /api/account/sub-of-asha/export'])
  expect(data).toEqual({
    account: Object.fromEntries(RESPONSES.GetUser.UserAttributes.map(({ Name, Value }) => [Name, Value])),
    devices: [SESSION],
    shop: EXPORT,
  })
})

it('the downloaded data has no devices when the user pool cannot list sessions', async () => {
  const { accountClient } = await signInWithShop(() => Response.json({ data: EXPORT }), {
    ListSessions: { __type: 'UnknownOperationException', message: 'There is no such operation.' },
  })
  const data = JSON.parse(await collectOwnData(accountClient, 'sub-of-asha'))
  expect(data).toMatchObject({ devices: [], shop: EXPORT })
})

it('the shop erases its data before the account is deleted', async () => {
  const { accountClient, calls, sentOperations } = await signInWithShop(() => {
    // The user pool has got no call yet.
    expect(sentOperations()).toEqual([])
    return Response.json({ data: { orders: 1 } })
  })
  await deleteAccount(accountClient, 'sub-of-asha')
  expect(calls).toEqual(['DELETE /api/account/sub-of-asha'])
  expect(sentOperations()).toEqual(['DeleteUser'])
})

it.each([
  ['refuses', () => refusal(409, 'ILLEGAL_TRANSITION', 'An order is on its way'), /An order is on its way$/],
  ['fails', () => new Response('', { status: 500 }), /^Failed to delete your account/],
])('the account is not deleted when the shop %s to erase its data', async (_case, response, message) => {
  const { accountClient, sentOperations } = await signInWithShop(response)
  await expect(deleteAccount(accountClient, 'sub-of-asha')).rejects.toThrow(message)
  expect(sentOperations()).toEqual([])
})
