import { expect, test } from 'vitest'
import { settingsFrom } from './server.ts'

test('the server of a demo has this machine’s settings for sandboxes and their network, and no settings of another server', () => {
  const kept = {
    PATH: '/usr/bin',
    ATELIER_SANDBOX_PROGRAMS: '/opt/rust',
    ATELIER_REGISTRIES: 'npm=http://127.0.0.1:1/',
    ATELIER_EGRESS_HOSTS: 'registries',
  }
  const others = { DATABASE_URL: 'x', SECRETS_ENCRYPTION_KEY: 'x', ATELIER_DATA: 'x', ATELIER_EGRESS_HOSTS_OF: 'x' }
  expect(settingsFrom({ ...kept, ...others })).toEqual(kept)
})
