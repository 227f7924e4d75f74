import { expect, test } from 'vitest'
import { serverAddressOf } from '../rules.ts'

test.each([
  ['mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit' }],
  [' mail.example.com:587 ', { host: 'mail.example.com', port: 587, tls: 'required' }],
  ['mail.example.com:99999', undefined],
  ['https://mail.example.com', undefined],
  ['', undefined],
])('the server %j is read as %j', (text, read) => {
  expect(serverAddressOf(text, 465)).toEqual(read)
})
