import { expect, it } from 'vitest'
import { createAddressTest, networksOf } from './networks.ts'

it.each([
  '203.0.113.7',
  '203.0.113.7:4711',
  '::ffff:203.0.113.7',
  '::FFFF:cb00:7107',
  '[::ffff:203.0.113.7]:4711',
  '0:0:0:0:0:ffff:203.0.113.7',
])('%s counts as the IPv4 address 203.0.113.7', (address) => {
  expect(networksOf(address)).toEqual({ narrow: '203.0.113.7', wide: null })
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0:0', '2001:db8:0'],
  ['2001::2:3:4:5:6:7', '2001:0:2:3', '2001:0:2'],
  ['2001:db8::', '2001:db8:0:0', '2001:db8:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0', '64:ff9b:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0', 'fe80:0:0'],
])('%s counts as the networks %s and %s', (address, narrow, wide) => {
  expect(networksOf(address)).toEqual({ narrow, wide })
})

it.each(['', 'unknown', '1.2.3.4.5:80', '[x]:80', '999.1.1.1'])('the text %j is no address', (text) => {
  expect(networksOf(text)).toEqual({ narrow: text, wide: null })
  expect(createAddressTest(['0.0.0.0/0', '::/0'])(text)).toBe(false)
})

it('an address in a network is found in each spelling', () => {
  const isListed = createAddressTest(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'])
  const listed = ['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '[2001:DB8:1::1]:80', '192.0.2.1']
  const others = ['11.1.2.3', '2001:db9::1', '192.0.2.2', undefined]
  expect([...listed, ...others].filter(isListed)).toEqual(listed)
})
