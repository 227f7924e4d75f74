import { expect, test } from 'vitest'
import { namesPackage } from '../../../packages/lock-files/index.ts'
import { packageReasons } from './new-packages.ts'

const none = { added: [], declared: [], moved: [], truncated: false }
const express = { added: ['accepts', 'express'], declared: ['express'], moved: [], truncated: false }
const twins = { added: ['express', 'expres'], declared: ['express', 'expres'], moved: [], truncated: false }
const hidden = { added: ['left-pad'], declared: [], moved: [], truncated: false }

test.each([
  ['named', none, 'Mend the sum', undefined],
  ['named', express, 'Serve the page with Express.', undefined],
  ['named', express, 'Serve the page', /nobody asked for by name: express\.$/],
  ['named', twins, 'Serve the page with express', /by name: expres\.$/],
  ['named', hidden, 'Use left-pad', /by name: left-pad\.$/],
  ['named', { ...express, truncated: true }, 'Use express', /by name: accepts, express\.$/],
  ['named', { ...none, truncated: true }, 'Use express', /than can be compared/],
  ['ask', express, 'Use express', /adds packages: accepts, express\.$/],
  ['ask', none, 'Use express', undefined],
  ['merge', twins, 'Mend the sum', undefined],
] as const)('with %s, %j and “%s”, a person reads %s', (policy, packages, request, expected) => {
  const reasons = packageReasons(policy, packages, request)
  if (expected === undefined) expect(reasons).toEqual([])
  else expect(reasons).toEqual([{ code: 'packages_added', message: expect.stringMatching(expected) as string }])
})

test.each([
  ['Add zod.', 'zod', true],
  ['Add zod-form', 'zod', false],
  ['Add @acme/zod', 'zod', false],
  ['Add zod/mini', 'zod', false],
  ['Use “PyYAML”', 'pyyaml', true],
  ['Use typing_extensions', 'typing-extensions', true],
  ['Take golang.org/x/text, please', 'golang.org/x/text', true],
  ['"@acme/ui": "^1.0.0"', '@acme/ui', true],
] as const)('“%s” names %s: %s', (text, name, expected) => {
  expect(namesPackage(text, name)).toBe(expected)
})

const moved = { ...none, moved: [{ name: 'tiny-money', versions: ['1.4.0-rc.1'] }] }
const upgraded = { ...none, moved: [{ name: 'undici', versions: ['7.2.1'] }] }

test.each([
  ['named', moved, 'Add opening hours', true],
  ['named', moved, 'Upgrade tiny-money', true],
  ['named', moved, 'Upgrade tiny-money to 1.4', true],
  ['named', moved, 'Upgrade tiny-money to 1.4.0-rc.1.', false],
  ['named', upgraded, 'Upgrade undici to 7.2.1', false],
  ['named', upgraded, 'Upgrade undici to v7.2', false],
  ['named', upgraded, 'Upgrade undici from 6.0 to 7.2.10', true],
  ['named', { ...upgraded, moved: [...upgraded.moved, ...moved.moved] }, 'Upgrade undici to 7.2.1', true],
  ['ask', upgraded, 'Upgrade undici to 7.2.1', true],
  ['merge', moved, 'Add opening hours', false],
] as const)('with %s, %j and “%s”, a person decides about other versions: %s', (policy, packages, request, asks) => {
  const reasons = packageReasons(policy, packages, request)
  expect(reasons.map(({ code }) => code)).toEqual(asks ? ['packages_moved'] : [])
})
