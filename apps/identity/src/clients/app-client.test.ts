import { expect, it } from 'vitest'
import { secretHash } from './app-client.ts'

const CLIENT = {
  clientId: '1example23456789abcdefghij',
  clientSecret: '9example87654321zyxwvutsrqponmlkjihgfedcba0123456789',
}

it.each([
  [
    { username: 'testuser', clientId: 'clientid', clientSecret: 'secret' },
    's71Hmb9LwQj0dhK87dByMzFj6ihprrsjJVqz8++gZ6c=',
  ],
  [{ username: 'jane@example.com', ...CLIENT }, 'FqxyqDIVLP2wc432nvlBpN9x50GTnlisImKlWJsYqLM='],
  [{ username: 'Jane@Example.com', ...CLIENT }, 'WySPodwKCTfrpA3cjTZaioM6rBMBfDcs345nhuMcsHs='],
  [
    { username: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', ...CLIENT },
    'c0BARz8ziD9IfJ6jqGco6GWYUYH3esTqw+YW6XuxvIs=',
  ],
  [{ username: 'ज़ोया@example.in', ...CLIENT }, 'Mi6FtkCoM1j4priOoIvMSp/uAv1h8pIgbnAjbgYJeFg='],
])('hash-vectors: the secret hash of $0.username is that of Cognito', (options, hash) => {
  expect(secretHash(options)).toBe(hash)
})
