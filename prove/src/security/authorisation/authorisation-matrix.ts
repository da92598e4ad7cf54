import { randomUUID } from 'node:crypto'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { getOwnRating } from '@nashta/contracts/ratings/ratings'
import { expectFigures, type Proof } from '../../proof.ts'
import { type DescribedOperation, readReference, sampleOf } from '../api-reference.ts'
import { createRandom } from '../random.ts'
import { type CallerKind, createCallers, UNAUTHENTICATED_CALLERS } from './callers.ts'
import { type Call, endpoints, NO_DATA, pathOf, sendCall, rolesOf, type SeenResponse } from './calls.ts'
import {
  callersWhoRate,
  callersWhoReadPicture,
  callersWhoSeeSuggestions,
  callerWhoDetectsOrder,
  callWithForeignIds,
} from './foreign-data.ts'
import { callPoolWithoutValidToken } from './pool-calls.ts'
import {
  createOrderLink,
  createProduct,
  createTicket,
  placeGuestOrder,
  placeOrder,
  rateSnack,
  uploadHelpPicture,
} from './test-data.ts'

const REFUSAL_BODIES = {
  401: '{"code":"UNAUTHENTICATED","message":"Please sign in"}',
  403: '{"code":"FORBIDDEN","message":"This is not yours to see or change"}',
}

export const authorisationMatrix: Proof = {
  id: 'S1',
  test: 'Thirteen kinds of caller, among them guests and holders of a link, call every route of the contracts, also with ids of another shopper',
  sizes: { quick: 1, short: 10, nightly: 100 },
  unit: 'rounds',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder, GUEST_CHECKOUT: 'true' })
    const described = await readReference(url)
    const { tokens, sessions } = await createCallers(url, dataFolder)
    // A owns the orders and the picture. B is another shopper.
    const { A, B } = sessions
    /** The name in the addresses of the orders. Only A and operators may see it. */
    const canary = `canary ${randomUUID()}`
    const orderId = await placeOrder(url, A, canary)
    const ticket = await createTicket(url)
    const linkToken = await createOrderLink(url, A, canary)
    const { number: helpNumber, pictureId } = await uploadHelpPicture(url, A, orderId)
    const rated = await rateSnack(url, A, tokens.admin)
    // B waits for the snack that A has received.
    await placeOrder(url, B, 'Ravi')
    // A guest's key and a link's token are sent in place of access tokens, and must be refused.
    const callers = { ...tokens, guest: await placeGuestOrder(url, canary), link: linkToken }
    const wrong: string[] = []
    /** The calls of the matrix: one for each caller, route and method. */
    let cells = 0

    for (let round = 0; round < size; round += 1) {
      for (const [name, endpoint] of endpoints()) {
        const productId = await createProduct(url, tokens.admin)
        const call = sampleCall(endpoint, described.get(name), round)
        const path = pathOf(endpoint, {
          userId: A.userId,
          customerId: A.userId,
          orderId,
          id: idFor(endpoint, { ticket: ticket.number, help: helpNumber, product: productId }),
          number: helpNumber,
          pictureId,
          // No rating has this id: who may make the call is decided before it is looked for.
          ratingId: 'none',
          bill: 'bill',
          itemId: productId,
          token: endpoint.path.includes('/order-links/') ? linkToken : ticket.token,
          // No account has this address, so that no operator loses a role.
          email: 'nobody@example.in',
          role: 'packer',
        })
        const roles = rolesOf(endpoint)
        const refusedRoles = OPERATOR_ROLES.filter((role) => !roles.includes(role))
        // The operators with the role and the owner come last: their calls succeed and change data.
        for (const caller of [...UNAUTHENTICATED_CALLERS, 'B', ...refusedRoles, ...roles, 'A'] as const) {
          const hasRole = roles.some((role) => role === caller)
          // The erasure would succeed and remove the order that the next calls need.
          if (name === 'eraseAccount' && caller === 'A') continue
          if (name === 'eraseCustomer' && hasRole) continue
          for (const method of endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]) {
            cells += 1
            const seen = await sendCall(url + path, method, callers[caller], call)
            const isRight = isExpected(endpoint, caller, seen, method)
            if (!isRight) wrong.push(`${method} ${endpoint.path} for ${caller}: ${seen.status}`)
            const maySee = caller === 'A' || hasRole
            if (!maySee && seen.text.includes(canary))
              wrong.push(`${endpoint.path} shows A's order to ${caller}`)
          }
        }
      }
    }
    const pictureReaders = await callersWhoReadPicture(url, tokens, {
      orderId,
      linkToken,
      number: helpNumber,
      pictureId,
    })
    const foreign = await callWithForeignIds(url, described, { A, B, orderId })
    const pool = await callPoolWithoutValidToken(url, tokens)
    expectFigures({
      'cells that are wrong': [wrong.slice(0, 5).join(', '), ''],
      'responses that differ from not found': [await callerWhoDetectsOrder(url, tokens, orderId), ''],
      "B's calls with A's ids that reached A": [foreign.wrong, ''],
      "callers who read the picture of A's request for help": [pictureReaders, 'A, admin, manager'],
      'callers who rate the snack that A has received': [await callersWhoRate(url, tokens, rated), 'A'],
      "callers who see A's suggestions": [await callersWhoSeeSuggestions(url, tokens, A.userId), 'A'],
      'user pool calls accepted without a valid token': [pool.wrong, ''],
    })
    return `${cells} cells of ${endpoints().length} routes, ${foreign.calls} calls with A's ids in body and query, ${pool.calls} calls of the user pool: 0 leaks; a foreign order gives exactly the response of a missing one, and foreign suggestions are those of guests`
  },
  mutations: [
    {
      what: 'any shopper may call with the id of another',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: 'return userId === caller.sub || userId === caller.username || isEmailOf(caller, userId)',
      to: 'return userId !== undefined',
    },
    {
      what: 'orders are shown to any caller',
      file: 'apps/shop-api/src/orders/work/find-own-order.ts',
      from: 'order.userId !== userId || ',
      to: '',
    },
    {
      what: 'the id in the path is enough for the suggestions of a shopper',
      file: 'apps/recommendations/src/suggestions/suggestion-routes.ts',
      from: 'isPersonal ? owner.sub : GUEST_RECOMMENDATIONS_USER_ID',
      to: 'params.userId',
    },
    {
      what: 'the token of an ended session is accepted',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: '(await isRevoked(claims, token)) ? null : caller',
      to: 'caller',
    },
    {
      what: 'a link shows the name in the address of its order',
      file: 'apps/shop-api/src/orders/views/linked-order.ts',
      from: 'deliverTo: { city, pincode },',
      to: 'deliverTo: { city: shippingAddress.fullName, pincode },',
    },
    {
      what: 'a link or an order opens the pictures of every request for help',
      file: 'apps/shop-api/src/tickets/ticket-pictures.ts',
      from: 'if (ticket?.help?.purchaseId !== purchaseId) throw ticketNotFound()',
      to: '',
    },
    {
      what: 'the link of an account’s order rates for its holder',
      file: 'apps/shop-api/src/ratings/rating-routes.ts',
      from: 'if (!isGuestOrder(order)) throw orderNotFound()',
      to: '',
    },
    {
      what: 'an order that was not delivered rates',
      file: 'apps/shop-api/src/ratings/ratings.ts',
      from: "if (phaseOf(order).name !== 'delivered') return false",
      to: '',
    },
    {
      what: 'everyone is an administrator',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: 'return mayCall(caller.groups, endpoint)',
      to: 'return true',
    },
  ],
}

function sampleCall({ body }: Endpoint, described: DescribedOperation | undefined, seed: number): Call {
  if (!body || !described?.body) return { query: '' }
  return { query: '', body: JSON.stringify(sampleOf(described.body, createRandom(seed))) }
}

/** The value of `:id`: the number of the request for help or of the ticket, or a product id. */
function idFor({ path }: Endpoint, ids: { ticket: string; help: string; product: string }) {
  if (path.includes(':pictureId')) return ids.help
  return path.includes('/tickets/') ? ids.ticket : ids.product
}

function isExpected(endpoint: Endpoint, caller: CallerKind, { status, text }: SeenResponse, method: string) {
  const { access } = endpoint
  // A public call may fail, but not for want of a token or a role.
  if (access === 'public' || access === 'optional') return status !== 401 && status !== 403
  const refusal = refusalFor(endpoint, caller)
  // Who has not received a snack reads that they have no rating of it.
  const isOwnRating = endpoint.path === SHOP_API_BASE + getOwnRating.path && status === 200
  if (refusal === 404) return status === 404 || (isOwnRating && (method === 'HEAD' || text === NO_DATA))
  if (refusal !== null) return status === refusal && (method === 'HEAD' || text === REFUSAL_BODIES[refusal])
  return status !== 401 && status !== 403 && status < 500
}

/** The status of the refusal, or null for a caller who may make the call. */
function refusalFor(endpoint: Endpoint, caller: CallerKind) {
  if ((UNAUTHENTICATED_CALLERS as readonly CallerKind[]).includes(caller)) return 401
  if (endpoint.access === 'admin') return rolesOf(endpoint).some((role) => role === caller) ? null : 403
  if (caller === 'A') return null
  // A foreign order seems not to exist. A foreign user id in the path is refused openly.
  return endpoint.access === 'owner' ? 404 : 403
}
