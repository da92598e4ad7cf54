import { expect, it, onTestFinished, vi } from 'vitest'
import { sendHelpPicture } from './help-calls.ts'
import { faultOf, sendPictures } from './help-pictures.ts'

/** The first bytes of a JPEG picture. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
const send = (file: File) => sendHelpPicture({ token: 'token-of-link' }, 'G-1', file)
const photo = new File([JPEG], 'photo.jpg', { type: 'image/jpeg' })

it.each([
  [3, ''],
  [2, 'Please choose at most 2 pictures.'],
  [1, 'Please choose at most one picture.'],
])('three pictures for a ticket with room for %d have the fault "%s"', async (room, fault) => {
  expect(await faultOf([photo, photo, photo], room)).toBe(fault)
})

it.each([
  ['a PNG picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ''],
  ['a WebP picture', 'RIFF\x10\0\0\0WEBPVP8 ', ''],
  ['a text', 'not a picture', 'label.png is not a JPEG, PNG or WebP picture.'],
  ['an empty file', '', 'label.png is not a JPEG, PNG or WebP picture.'],
])('the first bytes tell %s that has the name of a picture', async (_case, content, fault) => {
  expect(await faultOf([new File([content], 'label.png', { type: 'image/png' })])).toBe(fault)
})

it.each([
  ['refuses it', 'body: The picture is damaged or incomplete', 'The picture is damaged or incomplete'],
  ['takes no more pictures', 'An order has at most 9 pictures', 'An order has at most 9 pictures'],
  ['is unreachable', null, 'could not be sent. Please try again.'],
])(
  'the sentence about a picture has its name and the reason when the store %s',
  async (_case, message, reason) => {
    stubFetch(async () => {
      if (message === null) throw new TypeError('Failed to fetch')
      return Response.json({ code: 'VALIDATION_FAILED', message }, { status: 400 })
    })
    expect(await sendPictures([photo], send)).toEqual([`photo.jpg: ${reason}`])
  },
)

it('there is no sentence about pictures that the store accepts', async () => {
  stubFetch(async () => Response.json({ data: { id: 'p1', width: 1, height: 1 } }, { status: 201 }))
  expect(await sendPictures([photo, photo], send)).toEqual([])
})

function stubFetch(respond: () => Promise<Response>) {
  vi.stubGlobal('fetch', respond)
  onTestFinished(() => void vi.unstubAllGlobals())
}
