import { expect, test } from 'vitest'
import { askedFile } from './asked-file.ts'

test.each([
  [{ path: 'src/é.js' }, { path: 'src/é.js' }],
  [{ path: 'é\\b' }, { pathBase64: Buffer.from('é\\b').toString('base64') }],
  [{ pathBase64: 'Y2Fm6S50eHQ=' }, { pathBase64: 'Y2Fm6S50eHQ=' }],
])('the file %j is asked for by %j', (file, query) => {
  expect(askedFile(file)).toEqual(query)
})
