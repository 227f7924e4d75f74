import { expect, test } from 'vitest'
import { namesPackage, packageReasons } from './new-packages.ts'

const none = { added: [], declared: [], truncated: false }
const express = { added: ['accepts', 'express'], declared: ['express'], truncated: false }
const twins = { added: ['express', 'expres'], declared: ['express', 'expres'], truncated: false }
const hidden = { added: ['left-pad'], declared: [], truncated: false }

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
