import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { decrypt } from './push-service.fixture.ts'

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url')

// The suites of push messages read with this function what the shop has encrypted.
it('the browser of the tests reads the example of RFC 8291', () => {
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(decrypt(bytes(body), browser, bytes('BTBZMqHH6r4Tts7J_aSIgg'))).toBe(
    'When I grow up, I want to be a watermelon',
  )
})
