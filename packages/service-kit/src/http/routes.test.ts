import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { dataReply } from '@nashta/contracts/api/reply'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../process/logger.ts'
import { representLazily } from '../responses/representation.ts'
import { ServiceError } from '../service-error.ts'
import { createService } from './create-service.ts'
import { registerRoutes, route } from './routes.ts'

const endpoint = {
  method: 'POST',
  path: '/jars/:jar/orders',
  access: 'public',
  summary: 'Order from a jar',
  params: z.strictObject({ jar: z.string().check(z.maxLength(8)) }),
  query: z.strictObject({ gift: z.optional(z.stringbool()) }),
  body: z.object({ sweets: z.int().check(z.positive()) }),
  reply: dataReply(z.string()),
  status: 201,
} as const satisfies Endpoint

function createTestApp() {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  registerRoutes(
    app,
    [
      route(endpoint, async ({ params, query, body }) => ({
        data: `${body.sweets} from ${params.jar}${query.gift ? ', wrapped' : ''}`,
      })),
      route(
        {
          ...endpoint,
          path: '/jars/:userId',
          access: 'self',
          params: z.object({ userId: z.string() }),
        },
        async ({ caller }) => ({
          data: caller.sub,
        }),
      ),
    ],
    {
      base: '/api',
      https: false,
      ipGuardOf: () => null,
      authorise: async () => ({ sub: 'asha', username: 'asha', groups: [] }),
    },
  )
  return app
}

it('a route gets the parsed input and responds with the status of its endpoint', async () => {
  const response = await createTestApp().inject({
    method: 'POST',
    url: '/api/jars/laddoo/orders?gift=true',
    // The endpoint does not know `price`. Parsing drops it.
    body: { sweets: 3, price: 0 },
  })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ data: '3 from laddoo, wrapped' })
})

it.each([
  [
    '/api/jars/laddoo/orders',
    { sweets: 'three' },
    'body.sweets: Invalid input: expected number, received string',
  ],
  ['/api/jars/laddoo/orders', undefined, 'body: Invalid input: expected object, received undefined'],
  ['/api/jars/laddoo/orders?gift=perhaps', { sweets: 3 }, 'query.gift: '],
  [
    '/api/jars/very-long-name/orders',
    { sweets: 3 },
    'path.jar: Too big: expected string to have <=8 characters',
  ],
])('the refusal of %s with the body %o names the invalid field', async (url, body, message) => {
  const response = await createTestApp().inject({ method: 'POST', url, ...(body && { body }) })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ code: 'VALIDATION_FAILED', message: expect.stringContaining(message) })
})

it('a wrong method gets 405 with the allowed methods', async () => {
  const url = '/api/jars/laddoo/orders'
  const response = await createTestApp().inject({ method: 'DELETE', url })

  expect(response.statusCode).toBe(405)
  expect(response.headers['allow']).toBe('POST')
  expect(response.json().code).toBe('METHOD_NOT_ALLOWED')
})

it('a wrong method is refused before its body is received', async () => {
  const response = await createTestApp().inject({
    method: 'PUT',
    url: '/api/jars/laddoo/orders?gift=true',
    headers: { 'content-type': 'image/png' },
    body: 'no picture',
  })
  expect(response.statusCode).toBe(405)
})

it('a path that the service does not have is 404 for every method', async () => {
  const app = createTestApp()
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await app.inject({ method, url: '/api/jars/laddoo/orders/1' })).statusCode).toBe(404)
  }
})

it('a protected route gets its caller', async () => {
  const response = await createTestApp().inject({
    method: 'POST',
    url: '/api/jars/asha',
    body: { sweets: 1 },
  })
  expect(response.json()).toEqual({ data: 'asha' })
})

it('Fastify does not send a representation a second time', async () => {
  const lines: string[] = []
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  })
  const app = createService({ logger, https: false })
  const jar = {
    ...endpoint,
    method: 'GET',
    path: '/jar',
    params: z.object({}),
    body: z.undefined(),
  } as const
  const representation = representLazily({
    content: '{"data":"full"}',
    contentType: 'application/json',
    headers: {},
  })
  registerRoutes(app, [route(jar, async () => representation)], {
    base: '',
    https: false,
    ipGuardOf: () => null,
    authorise: () => Promise.reject(new Error('all is public')),
  })

  expect((await app.inject('/jar')).json()).toEqual({ data: 'full' })
  await new Promise(setImmediate)
  expect(lines, 'Fastify would log a second attempt').toEqual([])
})

it('a call that is refused for its token or its rate counts towards the pace of its network', async () => {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  const paced: string[] = []
  registerRoutes(app, [route({ ...endpoint, access: 'owner' }, async () => ({ data: 'sweets' }))], {
    base: '/api',
    https: false,
    ipGuardOf: () => (request) => {
      if (request.headers['x-flood']) throw new ServiceError('TOO_MANY_REQUESTS', 'No')
    },
    authorise: async (_endpoint, { headers }) => {
      if (headers.authorization) return { sub: 'asha', username: 'asha', groups: [] }
      throw new ServiceError('UNAUTHENTICATED', 'No')
    },
    paces: {
      ofNetwork: async ({ ip }) => void paced.push(`network ${ip}`),
      ofRequest: async ({ caller }) => void paced.push(`caller ${caller?.sub}`),
    },
  })
  const call = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/api/jars/laddoo/orders', headers, body: { sweets: 1 } }))
      .statusCode
  expect([await call({}), await call({ 'x-flood': 'yes' }), await call({ authorization: 'yes' })]).toEqual([
    401, 429, 201,
  ])
  expect(paced).toEqual(['network 127.0.0.1', 'network 127.0.0.1', 'caller asha'])
})

/** A file of two pieces, the second of which may not be readable. */
async function* twoPieces(isWhole: boolean) {
  yield 'half'
  if (!isWhole) throw new Error('The rest cannot be read')
  yield ' and half'
}

it('a file that cannot be read to its end is no file', async () => {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  const file = {
    method: 'GET',
    path: '/files/:name',
    access: 'public',
    summary: 'A file',
    params: z.strictObject({ name: z.string() }),
    file: { type: 'text/csv' },
    reply: z.unknown(),
    status: 200,
  } as const satisfies Endpoint
  registerRoutes(
    app,
    [
      route(file, async ({ params: { name } }) => ({
        pieces: twoPieces(name === 'whole'),
        fileName: `${name}.csv`,
      })),
    ],
    { base: '', https: false, ipGuardOf: () => null, authorise: async () => Promise.reject(new Error()) },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    expect(await (await fetch(`${url}/files/whole`)).text()).toBe('half and half')
    await expect(fetch(`${url}/files/part`).then((response) => response.text())).rejects.toThrow('terminated')
  } finally {
    await app.close()
  }
})
