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
    [
      '.github/workflows/ci.yml',
      `on: [pull_request]\nenv:\n  A: ${valueOf('CARD_KEY')}\n  B: ${valueOf('GITHUB_TOKEN')}\n`,
    ],
  ])
  expect(secretNames(files)).toEqual(['STRIPE_API_KEY', 'DB_PASSWORD', 'CARD_KEY'])
})

test('secrets of releases and of actions are not of use to tests, and are not named', () => {
  const namesIn = (text: string) => secretNames(new Map([['.github/workflows/ci.yml', text]]))
  expect(namesIn(`on:\n  push:\n    tags: ['v*']\nenv:\n  NODE_AUTH_TOKEN: ${valueOf('NPM_TOKEN')}\n`)).toEqual([])
  const step = `on: pull_request\njobs:\n  a:\n    steps:\n      - with:\n          token: ${valueOf('CODECOV_TOKEN')}\n`
  expect(namesIn(step)).toEqual([])
  expect(
    namesIn(`${step}      # REPO: ${valueOf('OLD')}\n        env:\n          API_KEY: ${valueOf('CARD_KEY')}\n`),
  ).toEqual(['CARD_KEY'])
  const job = (condition: string) =>
    namesIn(
      `on: [push, pull_request]\njobs:\n  a:\n    if: ${condition}\n    env:\n      KEY: ${valueOf('CARD_KEY')}\n`,
    )
  expect(job("github.event_name == 'push' && github.ref == 'refs/heads/main'")).toEqual([])
  expect(job("github.event_name == 'push' || github.event_name == 'pull_request'")).toEqual(['CARD_KEY'])
})
