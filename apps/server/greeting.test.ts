import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { greetingFor } from './greeting.ts'

const root = join(import.meta.dirname, '..', '..')

const baseUrl = 'http://127.0.0.1:4310'

test('the greeting begins with the only link on its line, and names the model, the key file and the next commands', () => {
  const without = greetingFor(readConfiguration({ ATELIER_DATA: join(root, '.atelier') }), { baseUrl, cwd: root })
  expect(without).toContain('  Model    none is in the settings; the offline model only applies code blocks.')
  expect(without).toContain('bin/atelier models found\n')
  expect(without).toContain(
    "  Key      .atelier/owner.json (the first owner's, with a password)\n  Next     bin/atelier login\n",
  )
  expect(without).toMatch(/^Atelier is ready at http:\/\/127\.0\.0\.1:4310\n\n  Console  /)
  const startLink = `${baseUrl}/console/start#token`
  const [ready, empty, link, ...rest] = greetingFor(readConfiguration({}), { baseUrl, cwd: root, startLink }).split(
    '\n',
  )
  expect([ready, empty, link]).toEqual([
    'Atelier is ready. Open this link to sign in. It works once, for 15 minutes.',
    '',
    startLink,
  ])
  expect(rest.join('\n')).not.toContain(startLink)
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
