import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { addLinkedHelpPicture } from '@nashta/contracts/orders/help-picture'
import { listLinkedTickets } from '@nashta/contracts/orders/order-help'
import { hostilePictures, photoOfAsha, plainPicture, readMetadata } from '@nashta/images/pictures.fixture'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../shop.fixture.ts'
import { openCheckout } from './checkout.fixture.ts'

const DAMAGED = { kind: 'damaged', text: 'The box was open' }
const picturesOf = (order: string, number: string) => `${order}/help/${number}/pictures`
/** Pictures with different widths are different pictures. */
const png = (width: number) => plainPicture(width).png().toBuffer()

/** Pictures of requests for help, on every adapter. */
export function helpPicturesSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout(open)

  /**
   * Places an order of Asha with a request for help. Returns the paths of the order and of the pictures, for her as
   * `order` and `ownPictures`, and for the holder of the link as `linked` and `linkedPictures`. A second order needs another
   * quantity: the same request again would be a replay.
   */
  async function placeOrderWithTicket(quantity = 2) {
    const items = [{ productId: 'laddoo', quantity }]
    const { purchaseId } = (await place({ items, totalAmount: 279.5 * quantity })).data
    const link = await shop().call('asha', 'POST', `/purchases/order/${purchaseId}/link`, {})
    const [order, linked] = [`/purchases/order/${purchaseId}`, `/order-links/${link.data.token}`]
    const { number } = await askForHelp(order)
    return {
      order,
      linked,
      number,
      ownPictures: picturesOf(order, number),
      linkedPictures: picturesOf(linked, number),
    }
  }
  const askForHelp = async (order: string): Promise<{ number: string }> =>
    (await shop().call('asha', 'POST', `${order}/help`, DAMAGED)).data

  /** Without a `sub`, the call has no access token. A file need not have the type that its header names. */
  async function call(path: string, { file, sub }: { file?: Buffer; sub?: string } = {}) {
    const response = await shop().shop.app.inject({
      method: file ? 'POST' : 'GET',
      url: `/api${path}`,
      headers: {
        ...(sub && { authorization: `Bearer ${await shop().tokenFor(sub)}` }),
        ...(file && { 'content-type': 'image/jpeg' }),
      },
      ...(file && { body: file }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      body: isJson ? response.json() : null,
    }
  }
  async function add(path: string, width: number, sub?: string): Promise<string> {
    const { status, body } = await call(path, { file: await png(width), ...(sub && { sub }) })
    expect(status).toBe(201)
    return parseExactly(addLinkedHelpPicture.reply, body).data.id
  }

  it('pictures of a request for help are read by its shopper, the holder of the link and a manager', async () => {
    const { linked, number, ownPictures, linkedPictures } = await placeOrderWithTicket()
    const [first, second] = [await add(linkedPictures, 60), await add(ownPictures, 70, 'asha')]

    const listed = parseExactly(listLinkedTickets.reply, (await call(`${linked}/help`)).body).data.tickets
    expect(listed[0]?.pictures).toEqual([
      { id: first, width: 60, height: 40 },
      { id: second, width: 70, height: 40 },
    ])
    await shop().tokenFor('mani', ['manager'])
    const forDesk = `/admin/tickets/${number}/pictures/${first}`
    const { data } = await shop().call('mani', 'GET', '/admin/tickets')
    expect(data.tickets[0].pictures).toHaveLength(2)
    for (const [path, sub] of [
      [`${ownPictures}/${first}`, 'asha'],
      [`${linkedPictures}/${first}`, undefined],
      [forDesk, 'mani'],
    ] as const) {
      const { status, headers, bytes } = await call(path, sub ? { sub } : {})
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="${number}-1.webp"`,
      })
      expect(await readMetadata(bytes)).toMatchObject({ format: 'webp', width: 60 })
    }
  })

  it('a picture is not read without its link, by other shoppers, through another order, or by a packer', async () => {
    const { linked, number, ownPictures, linkedPictures } = await placeOrderWithTicket()
    const other = await placeOrderWithTicket(4)
    const id = await add(linkedPictures, 60)
    await shop().tokenFor('pari', ['packer'])

    const refused = [
      [`${ownPictures}/${id}`, undefined, 401],
      [`${ownPictures}/${id}`, 'ravi', 404],
      [`${picturesOf(other.order, number)}/${id}`, 'asha', 404],
      [`${picturesOf(other.linked, number)}/${id}`, undefined, 404],
      [`${picturesOf(other.linked, other.number)}/${id}`, undefined, 404],
      [`${picturesOf(`${linked}x`, number)}/${id}`, undefined, 404],
      [`/admin/tickets/${number}/pictures/${id}`, undefined, 401],
      [`/admin/tickets/${number}/pictures/${id}`, 'ravi', 403],
      [`/admin/tickets/${number}/pictures/${id}`, 'pari', 403],
    ] as const
    for (const [path, sub, status] of refused)
      expect([path, (await call(path, sub ? { sub } : {})).status]).toEqual([path, status])
    const [file] = shop().storedHelpPictures()
    for (const path of [`/images/${file}`, `/images/../help-pictures/${file}`])
      expect((await shop().shop.app.inject(path)).statusCode).toBe(404)
  })

  it('a picture is refused when its order or ticket is wrong, when its ticket is closed, and above the limits', async () => {
    const { order, linked, number, ownPictures, linkedPictures } = await placeOrderWithTicket()
    const other = await placeOrderWithTicket(4)
    const file = await png(60)
    for (const [path, sub, status] of [
      [ownPictures, undefined, 401],
      [ownPictures, 'ravi', 404],
      [picturesOf(other.order, number), 'asha', 404],
      [picturesOf(other.linked, number), undefined, 404],
      [picturesOf(linked, 'G-NONE'), undefined, 404],
    ] as const)
      expect((await call(path, { file, ...(sub && { sub }) })).status).toBe(status)
    expect(shop().storedHelpPictures()).toEqual([])

    // The repeated picture does not count towards the limit.
    for (const width of [61, 62, 63, 61]) await call(linkedPictures, { file: await png(width) })
    expect((await call(linkedPictures, { file })).body).toEqual({
      code: 'PICTURES_LIMITED',
      message: 'A request has at most 3 pictures',
    })
    for (let ticket = 0; ticket < 2; ticket += 1) {
      const { number: next } = await askForHelp(order)
      for (const width of [61, 62, 63]) await add(picturesOf(linked, next), width)
    }
    const { number: last } = await askForHelp(order)
    expect((await call(picturesOf(linked, last), { file })).body).toEqual({
      code: 'PICTURES_LIMITED',
      message: 'An order has at most 9 pictures',
    })
    expect(shop().storedHelpPictures()).toHaveLength(9)

    const { number: closed } = await askForHelp(other.order)
    await shop().call('boss', 'POST', `/admin/tickets/${closed}/close`, { text: 'A new box comes' })
    expect((await call(picturesOf(other.linked, closed), { file })).body.code).toBe('ILLEGAL_TRANSITION')
  })

  it('a picture that is sent twice at once is stored once', async () => {
    const { linked, linkedPictures } = await placeOrderWithTicket()
    const file = await png(60)
    const responses = await Promise.all([call(linkedPictures, { file }), call(linkedPictures, { file })])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect((await call(`${linked}/help`)).body.data.tickets[0].pictures).toHaveLength(1)
    expect(shop().storedHelpPictures()).toHaveLength(1)
  })

  it('hostile files are refused with a clear message and leave nothing, and a photo loses its metadata', async () => {
    const { linked, linkedPictures } = await placeOrderWithTicket()
    for (const [name, make, refusal] of hostilePictures('JPEG, PNG or WebP')) {
      const { status, body } = await call(linkedPictures, { file: await make() })
      expect([name, { status, body }]).toEqual([name, refusal])
    }
    const avif = await call(linkedPictures, { file: await plainPicture().avif().toBuffer() })
    expect(avif.status).toBe(415)
    expect(shop().storedHelpPictures()).toEqual([])
    expect((await call(`${linked}/help`)).body.data.tickets[0].pictures).toEqual([])

    const { body } = await call(linkedPictures, { file: await photoOfAsha() })
    // The photo was 60 pixels wide, and its metadata said to turn it.
    expect(body.data).toMatchObject({ width: 40, height: 60 })
    const { bytes } = await call(`${linkedPictures}/${body.data.id}`)
    expect(bytes.includes('Kochi')).toBe(false)
    const metadata = await readMetadata(bytes)
    expect(metadata.exif ?? metadata.xmp ?? metadata.orientation).toBeUndefined()
  })

  it('the export of an account names its pictures, and its erasure removes them and no others', async () => {
    const { ownPictures, linkedPictures, order } = await placeOrderWithTicket()
    const id = await add(linkedPictures, 60)
    const ravis = (await place({}, {}, 'ravi')).data
    const ravisPath = `/purchases/order/${ravis.purchaseId}`
    const ticket = await shop().call('ravi', 'POST', `${ravisPath}/help`, DAMAGED)
    const ravisPictures = picturesOf(ravisPath, ticket.data.number)
    const ravisId = await add(ravisPictures, 60, 'ravi')

    const exported = await shop().call('asha', 'GET', '/account/asha/export')
    expect(exported.data.tickets).toMatchObject([{ pictures: [{ id }] }])
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `${order}/status`, { orderStatus })
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect((await call(`${ownPictures}/${id}`, { sub: 'asha' })).status).toBe(404)
    expect((await call(`${linkedPictures}/${id}`)).status).toBe(404)
    expect((await call(`${ravisPictures}/${ravisId}`, { sub: 'ravi' })).status).toBe(200)
    expect(shop().storedHelpPictures()).toHaveLength(1)
  })
}
