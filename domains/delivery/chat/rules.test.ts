import { retryPauseMs } from '../../../platform/waiting/index.ts'
import { expect, test } from 'vitest'
import { isTold, messageOf, otherService, toldEvents } from './rules.ts'

test('a message names the project and the cycle, and leads to its page', () => {
  const cycle = {
    handle: 'SHO-1',
    title: 'Sums',
    projectName: 'Shop',
    address: 'https://a.example/projects/p/cycles/c',
  }
  for (const name of toldEvents) {
    expect(isTold(name)).toBe(true)
    const { text, link } = messageOf(name, cycle)
    expect(text).toMatch(/^Shop: SHO-1 “Sums” .+\.$/)
    expect(link.url).toBe(cycle.address)
  }
  expect(messageOf('pending_request.created', { ...cycle, unshown: 2 }).text).toBe(
    'Shop: SHO-1 “Sums” waits for a person. 2 parts of this change have no test.',
  )
  expect(isTold('task.merged')).toBe(false)
})

test('pauses grow to an hour', () => {
  expect([1, 2, 20].map(retryPauseMs)).toEqual([30_000, 60_000, 3_600_000])
})

test.each([
  ['teams', 'prod-12.westeurope.logic.azure.com', undefined],
  ['teams', 'default0a1b.4c.environment.api.powerplatform.com', undefined],
  ['teams', 'relay.example.com', undefined],
  ['teams', 'hooks.slack.com', 'is one of Slack'],
  ['teams', 'acme.webhook.office.com', 'is one of a connector'],
  ['slack', 'hooks.slack.com', undefined],
  ['slack', 'notslack.com', undefined],
  ['slack', 'prod-12.westeurope.logic.azure.com', 'is one of Microsoft Teams'],
  ['slack', 'default0a1b.4c.environment.api.powerplatform.com', 'is one of Microsoft Teams'],
] as const)('an address of %s at %s', (kind, hostname, problem) => {
  const found = otherService(kind, hostname)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})
