import fc from 'fast-check'
import { expect, test } from 'vitest'
import { providerIds, toolsOf } from '../../../execution/web/index.ts'
import { choiceOf, type EnabledSources, isProvider, sourceOf, toolsIn, webTools } from './sources.ts'

const webChoices = ['on', 'off', 'crawler'] as const

const nothing: EnabledSources = { providers: [], crawl: false }

test('without anything enabled, and in a project that is off, agents have no tools', () => {
  for (const choice of webChoices) expect(toolsIn(nothing, choice)).toEqual([])
  expect(toolsIn({ providers: providerIds, crawl: true }, 'off')).toEqual([])
})

test.each([
  ['brave alone', { providers: ['brave'], crawl: false }, 'on', 'brave', undefined],
  ['brave and the crawler', { providers: ['brave'], crawl: true }, 'on', 'brave', 'crawler'],
  ['brave before tavily', { providers: ['brave', 'tavily'], crawl: true }, 'on', 'brave', 'tavily'],
  ['the crawler alone', { providers: [], crawl: true }, 'on', undefined, 'crawler'],
  ['a project with the crawler', { providers: ['exa'], crawl: true }, 'crawler', 'exa', 'crawler'],
  ['a project with a crawler that is off', { providers: ['exa'], crawl: false }, 'crawler', 'exa', undefined],
] as const)('%s', (_name, enabled, choice, search, read) => {
  expect(webTools.map((tool) => sourceOf(tool, enabled, choice))).toEqual([search, read, read])
})

const enabled = fc.record({ providers: fc.shuffledSubarray([...providerIds]), crawl: fc.boolean() })

test('the provider of a tool is enabled and offers it', () =>
  fc.assert(
    fc.property(enabled, fc.constantFrom(...webChoices), fc.constantFrom(...webTools), (given, choice, tool) => {
      const source = sourceOf(tool, given, choice)
      if (source === undefined) return
      expect(choice).not.toBe('off')
      if (source === 'crawler') expect(given.crawl).toBe(true)
      else expect(given.providers.includes(source) && toolsOf(source).includes(tool)).toBe(true)
    }),
  ))

test('a project has the web unless its settings refuse it, and no web with an unknown setting', () => {
  expect([undefined, 'on', 'off', 'crawler', 'ON', false, null].map(choiceOf)).toEqual([
    'on',
    'on',
    'off',
    'crawler',
    'off',
    'off',
    'off',
  ])
})

test('names of providers are only the known ones', () => {
  expect(['tavily', 'Tavily', 'crawl', '__proto__', 'constructor'].filter(isProvider)).toEqual(['tavily'])
})
