import { expect, test } from 'vitest'
import { secretFilesAmong, secretNames } from './checkout.ts'

const valueOf = (name: string) => ['$', `{{ secrets.${name} }}`].join('')

test('secrets are named from templates and workflows, without their values', () => {
  expect(secretFilesAmong(['.env', '.env.example', 'api/.env.sample', '.github/workflows/ci.yml', 'a.yml'])).toEqual([
    '.env.example',
    'api/.env.sample',
    '.github/workflows/ci.yml',
  ])
  const files = new Map([
    ['.env.example', 'PORT=4000\nexport STRIPE_API_KEY=sk_live_never\n# OLD_TOKEN=\nDB_PASSWORD =x\n'],
    ['.github/workflows/ci.yml', `env:\n  A: ${valueOf('NPM_TOKEN')}\n  B: ${valueOf('GITHUB_TOKEN')}\n`],
  ])
  expect(secretNames(files)).toEqual(['STRIPE_API_KEY', 'DB_PASSWORD', 'NPM_TOKEN'])
})
