import { expect, it } from 'vitest'
import { secretHash } from './app-client.ts'

const CLIENT = {
  clientId: '1example23456789abcdefghij',
  clientSecret: '9example87654321zyxwvutsrqponmlkjihgfedcba0123456789',
}

// The hashes were computed with OpenSSL and Python, by the formula in Cognito's documentation.
it.each([
  [
    'testuser',
    { clientId: 'clientid', clientSecret: 'secret' },
    's71Hmb9LwQj0dhK87dByMzFj6ihprrsjJVqz8++gZ6c=',
  ],
  ['jane@example.com', CLIENT, 'FqxyqDIVLP2wc432nvlBpN9x50GTnlisImKlWJsYqLM='],
  ['Jane@Example.com', CLIENT, 'WySPodwKCTfrpA3cjTZaioM6rBMBfDcs345nhuMcsHs='],
  ['aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', CLIENT, 'c0BARz8ziD9IfJ6jqGco6GWYUYH3esTqw+YW6XuxvIs='],
  ['ज़ोया@example.in', CLIENT, 'Mi6FtkCoM1j4priOoIvMSp/uAv1h8pIgbnAjbgYJeFg='],
])('hash-vectors: the secret hash of %s is that of Cognito', (username, client, hash) => {
  expect(secretHash({ username, ...client })).toBe(hash)
})
