import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../testing/runner/costs.ts'
import { needFactsOf, needFilesAmong, needsIn, needsOf, offeredSentence } from './needs.ts'

const needs = (files: Readonly<Record<string, string>>, protectedPaths: readonly string[] = []) =>
  needsOf(needFactsOf(new Map(Object.entries(files))), { protectedPaths })

describe('services', () => {
  test.each([
    [
      'a compose file',
      { 'compose.yaml': 'services:\n  db:\n    image: docker.io/library/postgres:16-alpine\n' },
      ['PostgreSQL'],
    ],
    ['another compose file', { 'docker-compose.test.yml': "services:\n  q:\n    image: 'rabbitmq'\n" }, ['RabbitMQ']],
    [
      'a workflow',
      { '.github/workflows/ci.yml': 'jobs:\n  a:\n    services:\n      r:\n        image: redis # newest\n' },
      ['Redis'],
    ],
    ['GitLab', { '.gitlab-ci.yml': 'test:\n  services:\n    - mysql:8\n    - name: mongo:7\n' }, ['MySQL', 'MongoDB']],
    ['CircleCI', { '.circleci/config.yml': 'docker:\n  - image: cimg/postgres:14.0\n' }, ['PostgreSQL']],
    ['npm', { 'package.json': '{"devDependencies":{"ioredis":"5","kafkajs":"2"}}' }, ['Redis', 'Kafka']],
    ['Python', { 'pyproject.toml': '[project]\ndependencies = ["Psycopg2-binary>=2.9"]\n' }, ['PostgreSQL']],
    ['requirements', { 'requirements/test.txt': 'pymongo==4\n' }, ['MongoDB']],
    ['Go', { 'go.mod': 'module a\n\nrequire (\n\tgithub.com/lib/pq v1.10.9\n)\n' }, ['PostgreSQL']],
    ['Ruby', { Gemfile: "gem 'dalli'\n", 'Gemfile.lock': '' }, ['Memcached']],
    ['PHP', { 'composer.json': '{"require":{"predis/predis":"2"}}', 'composer.lock': '' }, ['Redis']],
  ])('of %s are named', (_, files, names) => {
    const found = needs(files)
    expect(found).toHaveLength(names.length)
    for (const [at, name] of names.entries()) expect(found[at]).toContain(`may need ${name},`)
  })

  test('are no needs if checks get them, and no sentence of a verdict then', () => {
    const files = new Map([['compose.yaml', 'services:\n  db:\n    image: postgres\n  r:\n    image: redis\n']])
    const facts = needFactsOf(files)
    expect(facts.services).toEqual(['PostgreSQL', 'Redis'])
    expect(needsOf(facts, { protectedPaths: [], offered: ['PostgreSQL', 'Redis'] })).toEqual([])
    const [need, ...more] = needsOf(facts, { protectedPaths: [], offered: ['Redis'] })
    expect([need, more]).toEqual([expect.stringMatching(/need PostgreSQL, .*Install postgresql of Debian/), []])
    expect(needsIn(`${offeredSentence(['Redis'])}\n${need}`)).toEqual([need])
  })

  test('have the users and databases that images get by literal names', () => {
    const text = `services:
  db:
    image: postgres
    environment:
      POSTGRES_USER: shop
      POSTGRES_DB: "shop_test"
      POSTGRES_PASSWORD: secret
      - POSTGRES_DB=other
      POSTGRES_DB: \${DB}
      POSTGRES_USER: x; drop
`
    expect(needFactsOf(new Map([['compose.yaml', text]])).databases).toEqual(['shop', 'shop_test', 'other'])
    expect(needFactsOf(new Map([['README.md', text]])).databases).toEqual([])
  })

  test('are not named by a file that only looks like one', () => {
    expect(
      needs({
        'compose.yaml': 'services:\n  web:\n    image: acme/web\n    # image: postgres\n',
        'package.json': '{"dependencies":{"pg-format":"1"}}',
        'README.md': 'image: postgres',
        'examples/package.json': '{"dependencies":{"pg":"8"}}',
      }),
    ).toEqual([])
  })
})

test.each(['playwright', '@playwright/test', 'puppeteer', 'cypress'])('a browser is named for %s', (name) => {
  expect(needs({ 'package.json': JSON.stringify({ devDependencies: { [name]: '1' } }) })).toEqual([
    expect.stringContaining('may need a browser'),
  ])
})

test('protected files are named if they are beside tests', () => {
  expect(needs({}, ['tests/.env.local'])).toEqual([expect.stringContaining('protected files')])
  expect(needs({}, ['.env', 'latest/.env'])).toEqual([])
})

test('the files that are read name services and packages', () => {
  const paths = ['src/a.js', 'compose.yml', '.github/workflows/ci.yaml', 'packages/a/package.json', 'Gemfile', 'go.mod']
  expect(needFilesAmong([...paths, 'node_modules/a/package.json'])).toEqual(paths.slice(1))
})

test('a log has only sentences from this file', () => {
  const [need] = needs({}, ['tests/.env'])
  expect(needsIn(`The setup failed: words\n${need}\nThe tests may need you, which checks do not have.`)).toEqual([need])
  fc.assert(fc.property(fc.string(), (log) => needsIn(log).length === 0))
})

test('hostile files are read in time', () => {
  const long = `${' '.repeat(200_000)}image${' '.repeat(200_000)}`
  const startedMs = cpuTime().ownMs
  needs({ 'compose.yaml': long, 'go.mod': long, Gemfile: `gem ${' '.repeat(200_000)}` })
  expect(cpuTime().ownMs - startedMs).toBeLessThan(10_000)
})
