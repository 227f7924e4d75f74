import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { greetingFor } from './greeting.ts'

const root = join(import.meta.dirname, '..', '..')

const baseUrl = 'http://127.0.0.1:4310'

test('the greeting names the model, the key file, the console and the next commands as they can be typed', () => {
  const without = greetingFor(readConfiguration({ ATELIER_DATA: join(root, '.atelier') }), { baseUrl, cwd: root })
  expect(without).toContain('  Model    none, so descriptions are carried out to the letter')
  expect(without).toContain(
    "  Key      .atelier/owner.json (the first owner's, with a password)\n  Console  http://127.0.0.1:4310/console\n  Next     bin/atelier login\n",
  )
  const startLink = `${baseUrl}/console/start#token`
  expect(greetingFor(readConfiguration({}), { baseUrl, cwd: root, startLink })).toContain(
    `  Begin    ${startLink} (signs you in, once, within 15 minutes)\n  Console  `,
  )
  expect(without).not.toContain('Begin')
  const model = {
    ATELIER_MODEL_BASE_URL: 'https://models.example/v1',
    ATELIER_MODEL_NAME: 'large',
    ATELIER_MODEL_API_KEY: 'a key that is not shown',
  }
  const elsewhere = greetingFor(readConfiguration({ ...model, ATELIER_DATA: '/srv/atelier' }), {
    baseUrl,
    cwd: '/home/somebody',
  })
  expect(elsewhere).toContain('  Model    large at models.example\n  Key      /srv/atelier/owner.json')
  expect(elsewhere).toContain(`  Next     ${root}/bin/atelier login\n`)
  expect(elsewhere).not.toContain('a key that')
})
