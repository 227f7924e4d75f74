import { expect, test } from 'vitest'
import { usualServersOf } from './usual-servers.ts'

test.each([
  ['', { smtp: '', imap: '' }],
  ['ada', { smtp: '', imap: '' }],
  ['ada@example', { smtp: '', imap: '' }],
  [' Ada@Example.com ', { smtp: 'smtp.example.com', imap: 'imap.example.com' }],
  ['ada@web.de', { smtp: 'smtp.web.de:587', imap: 'imap.web.de' }],
])('the servers of “%s” follow from its domain or its provider', (address, servers) => {
  expect(usualServersOf(address)).toEqual(servers)
})
