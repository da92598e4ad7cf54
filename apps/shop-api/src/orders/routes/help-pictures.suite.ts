import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { addLinkedHelpPicture } from '@nashta/contracts/orders/help-picture'
import { listLinkedTickets } from '@nashta/contracts/orders/order-help'
import { hostilePictures, photoOfAsha, plainPicture, readMetadata } from '@nashta/images/pictures.fixture'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const DAMAGED = { kind: 'damaged', text: 'The box was open' }
const picturesOf = (orderPath: string, number: string) => `${orderPath}/help/${number}/pictures`
/** Pictures with different widths are different pictures. */
const png = (width: number) => plainPicture(width).png().toBuffer()

/** Pictures of requests for help, on every adapter. */
export function helpPicturesSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout(open)

  /**
   * Places an order of Asha, and asks for help with it. Returns paths of the order and of its
   * pictures: `own` ones for Asha, `link` ones for the holder of the order's link. A second order
   * needs another quantity, because the same request again would be a replay.
   */
  async function placeOrderWithTicket(quantity = 2) {
    const items = [{ productId: 'laddoo', quantity }]
    const { purchaseId } = (await place({ items, totalAmount: 279.5 * quantity })).data
    const ownPath = `/purchases/order/${purchaseId}`
    const link = await shop().call('asha', 'POST', `${ownPath}/link`, {})
    const linkPath = `/order-links/${link.data.token}`
    const { number } = await askForHelp(ownPath)
    return {
      ownPath,
      linkPath,
      number,
      ownPictures: picturesOf(ownPath, number),
      linkPictures: picturesOf(linkPath, number),
    }
  }
  const askForHelp = async (ownPath: string): Promise<{ number: string }> =>
    (await shop().call('asha', 'POST', `${ownPath}/help`, DAMAGED)).data

  /**
   * Sends the file, or reads without one. Without a `sub`, the call has no access token. The header
   * says JPEG for every file, because the shop reads the type from the bytes.
   */
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
  async function addPicture(path: string, width: number, sub?: string): Promise<string> {
    const { status, body } = await call(path, { file: await png(width), ...(sub && { sub }) })
    expect(status).toBe(201)
    return parseExactly(addLinkedHelpPicture.reply, body).data.id
  }

  it('a shopper, the holder of the link and a manager can read pictures of a request', async () => {
    const { linkPath, number, ownPictures, linkPictures } = await placeOrderWithTicket()
    const first = await addPicture(linkPictures, 60)
    const second = await addPicture(ownPictures, 70, 'asha')

    const { body } = await call(`${linkPath}/help`)
    expect(parseExactly(listLinkedTickets.reply, body).data.tickets[0]?.pictures).toEqual([
      { id: first, width: 60, height: 40 },
      { id: second, width: 70, height: 40 },
    ])
    await shop().tokenFor('mani', ['manager'])
    const forDesk = `/admin/tickets/${number}/pictures/${first}`
    const { data } = await shop().call('mani', 'GET', '/admin/tickets')
    expect(data.tickets[0].pictures).toHaveLength(2)
    for (const [path, sub] of [
      [`${ownPictures}/${first}`, 'asha'],
      [`${linkPictures}/${first}`, undefined],
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

  it('guests, other shoppers, packers and links of other orders get no picture', async () => {
    const { linkPath, number, ownPictures, linkPictures } = await placeOrderWithTicket()
    const other = await placeOrderWithTicket(4)
    const id = await addPicture(linkPictures, 60)
    await shop().tokenFor('pari', ['packer'])

    const refused = [
      [`${ownPictures}/${id}`, undefined, 401],
      [`${ownPictures}/${id}`, 'ravi', 404],
      [`${picturesOf(other.ownPath, number)}/${id}`, 'asha', 404],
      [`${picturesOf(other.linkPath, number)}/${id}`, undefined, 404],
      [`${picturesOf(other.linkPath, other.number)}/${id}`, undefined, 404],
      [`${picturesOf(`${linkPath}x`, number)}/${id}`, undefined, 404],
      [`/admin/tickets/${number}/pictures/${id}`, undefined, 401],
      [`/admin/tickets/${number}/pictures/${id}`, 'ravi', 403],
      [`/admin/tickets/${number}/pictures/${id}`, 'pari', 403],
    ] as const
    for (const [path, sub, status] of refused)
      expect([path, (await call(path, sub ? { sub } : {})).status]).toEqual([path, status])
    // The files are not public either.
    const [file] = shop().storedHelpPictures()
    for (const path of [`/images/${file}`, `/images/../help-pictures/${file}`])
      expect((await shop().shop.app.inject(path)).statusCode).toBe(404)
  })

  it('a picture is refused for a wrong order, a closed ticket, and above the limits', async () => {
    const { ownPath, linkPath, number, ownPictures, linkPictures } = await placeOrderWithTicket()
    const other = await placeOrderWithTicket(4)
    const file = await png(60)
    for (const [path, sub, status] of [
      [ownPictures, undefined, 401],
      [ownPictures, 'ravi', 404],
      [picturesOf(other.ownPath, number), 'asha', 404],
      [picturesOf(other.linkPath, number), undefined, 404],
      [picturesOf(linkPath, 'G-NONE'), undefined, 404],
    ] as const)
      expect((await call(path, { file, ...(sub && { sub }) })).status).toBe(status)
    expect(shop().storedHelpPictures()).toEqual([])

    // The last of these is a repeated picture, which does not count towards the limit.
    for (const width of [61, 62, 63, 61]) await call(linkPictures, { file: await png(width) })
    expect((await call(linkPictures, { file })).body).toEqual({
      code: 'PICTURES_LIMITED',
      message: 'A request has at most 3 pictures',
    })
    for (let ticket = 0; ticket < 2; ticket += 1) {
      const { number: next } = await askForHelp(ownPath)
      for (const width of [61, 62, 63]) await addPicture(picturesOf(linkPath, next), width)
    }
    const { number: last } = await askForHelp(ownPath)
    expect((await call(picturesOf(linkPath, last), { file })).body).toEqual({
      code: 'PICTURES_LIMITED',
      message: 'An order has at most 9 pictures',
    })
    expect(shop().storedHelpPictures()).toHaveLength(9)

    const { number: closed } = await askForHelp(other.ownPath)
    await shop().call('boss', 'POST', `/admin/tickets/${closed}/close`, { text: 'A new box comes' })
    const late = await call(picturesOf(other.linkPath, closed), { file })
    expect(late.body.code).toBe('ILLEGAL_TRANSITION')
  })

  it('a repeated upload of the last picture that a request or an order may have succeeds', async () => {
    const { ownPath, linkPath, linkPictures } = await placeOrderWithTicket()
    for (const width of [61, 62, 63]) await addPicture(linkPictures, width)
    await addPicture(linkPictures, 63)
    for (let ticket = 0; ticket < 2; ticket += 1) {
      const { number } = await askForHelp(ownPath)
      for (const width of [61, 62, 63]) await addPicture(picturesOf(linkPath, number), width)
    }
    await addPicture(linkPictures, 63)
    expect(shop().storedHelpPictures()).toHaveLength(9)
  })

  it('a picture that is sent twice at once is stored once', async () => {
    const { linkPath, linkPictures } = await placeOrderWithTicket()
    const file = await png(60)
    const send = () => call(linkPictures, { file })
    const responses = await Promise.all([send(), send()])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect((await call(`${linkPath}/help`)).body.data.tickets[0].pictures).toHaveLength(1)
    expect(shop().storedHelpPictures()).toHaveLength(1)
  })

  it('hostile files are refused and leave nothing, and a photo loses its metadata', async () => {
    const { linkPath, linkPictures } = await placeOrderWithTicket()
    for (const [name, make, refusal] of hostilePictures('JPEG, PNG or WebP')) {
      const { status, body } = await call(linkPictures, { file: await make() })
      expect([name, { status, body }]).toEqual([name, refusal])
    }
    const avif = await call(linkPictures, { file: await plainPicture().avif().toBuffer() })
    expect(avif.status).toBe(415)
    expect(shop().storedHelpPictures()).toEqual([])
    expect((await call(`${linkPath}/help`)).body.data.tickets[0].pictures).toEqual([])

    const { body } = await call(linkPictures, { file: await photoOfAsha() })
    // The photo is 60 pixels wide, and its metadata says that it has to be turned.
    expect(body.data).toMatchObject({ width: 40, height: 60 })
    const { bytes } = await call(`${linkPictures}/${body.data.id}`)
    expect(bytes.includes('Kochi')).toBe(false)
    const metadata = await readMetadata(bytes)
    expect(metadata.exif ?? metadata.xmp ?? metadata.orientation).toBeUndefined()
  })

  it('an export names the pictures of an account, and an erasure removes only these', async () => {
    const { ownPictures, linkPictures, ownPath } = await placeOrderWithTicket()
    const id = await addPicture(linkPictures, 60)
    const ravis = (await place({}, {}, 'ravi')).data
    const ravisPath = `/purchases/order/${ravis.purchaseId}`
    const ticket = await shop().call('ravi', 'POST', `${ravisPath}/help`, DAMAGED)
    const ravisPictures = picturesOf(ravisPath, ticket.data.number)
    const ravisId = await addPicture(ravisPictures, 60, 'ravi')

    const exported = await shop().call('asha', 'GET', '/account/asha/export')
    expect(exported.data.tickets).toMatchObject([{ pictures: [{ id }] }])
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `${ownPath}/status`, { orderStatus })
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect((await call(`${ownPictures}/${id}`, { sub: 'asha' })).status).toBe(404)
    expect((await call(`${linkPictures}/${id}`)).status).toBe(404)
    expect((await call(`${ravisPictures}/${ravisId}`, { sub: 'ravi' })).status).toBe(200)
    expect(shop().storedHelpPictures()).toHaveLength(1)
  })
}
