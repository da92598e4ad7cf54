import { expect, it } from 'vitest'
import { groupsOf } from './groups.ts'

const tokenWith = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

it('the groups are read from the claims of the token', () => {
  expect(groupsOf(tokenWith({ 'cognito:groups': ['packer', 'manager'] }))).toEqual(['packer', 'manager'])
})

it.each([null, '', 'nonsense', 'a.!!.c', tokenWith({}), tokenWith({ 'cognito:groups': 7 })])(
  'the token %s names no group',
  (token) => {
    expect(groupsOf(token)).toEqual([])
  },
)
