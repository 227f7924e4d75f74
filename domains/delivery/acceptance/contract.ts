import { Type } from 'typebox'
import { conflict, contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, Sha256, text, Time } from '../../../platform/contract/schema.ts'
import { acceptanceLimits } from './rules.ts'

const { files: filesMost, bytes: bytesMost, pathChars } = acceptanceLimits

const path = text(1, pathChars, {
  description: 'Where it belongs in the repository, under a name that the test runner takes for a test.',
  examples: ['test/total.acceptance.test.js'],
})
const content = Type.String({
  maxLength: bytesMost,
  description: 'Its text.',
  examples: ["test('an empty order costs nothing', () => assert.equal(total([]), 0))"],
})

const AcceptanceTests = namedObject('AcceptanceTests', {
  files: Type.Array(
    namedObject('AcceptanceFile', {
      path,
      content,
      sha256: Sha256,
      givenBy: Type.String({ ...Id, description: 'The person who added it.' }),
      givenByName: maybe(Type.String({ description: 'Their name; null for a person who was erased.' })),
      givenAt: Time,
    }),
    { description: 'The files, by path.' },
  ),
  frozen: Type.Boolean({ description: 'Whether they stay as they are: a run works on the cycle, or it is completed.' }),
})

const onCycle = toAgencyWho('steer', 'cycle', 'params.id')

export const listCycleAcceptanceTests = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/acceptance-tests',
  summary: 'Read the acceptance tests of a cycle, which no agent sees',
  reach: { page: '/projects' },
  access: { ...onCycle, scope: 'read' },
  replies: { 200: AcceptanceTests },
  audit: { refusals: 'cycle.list_acceptance_tests' },
  reads: { cycle: 'cycleId', task: 'all' },
})

export const setCycleAcceptanceTests = operation({
  method: 'PUT',
  path: '/v1/api/cycles/{id}/acceptance-tests',
  summary:
    'Replace the acceptance tests of a cycle: tests of a person that no agent sees. A test that fails without the change and passes with it proves the change; a failing test sends it back',
  reach: { page: '/projects' },
  access: onCycle,
  body: namedObject('SetAcceptanceTests', {
    files: Type.Array(namedObject('NewAcceptanceFile', { path, content }), {
      maxItems: filesMost,
      description: `At most ${filesMost} files with ${bytesMost} bytes together; none removes them.`,
    }),
  }),
  // With room for what JSON escapes.
  bodyLimit: 8 * bytesMost,
  effect: 'outside',
  replies: { 200: AcceptanceTests },
  errors: {
    notTest: {
      status: 422,
      code: 'acceptance_not_a_test',
      message:
        'Each path has to be that of a test, relative to the repository, and stand there once: test/total.test.js, or total_test.go.',
    },
    tooLarge: {
      status: 422,
      code: 'acceptance_too_large',
      message: `Acceptance tests have at most ${bytesMost} bytes together. Leave some out.`,
    },
    hasSecret: {
      status: 422,
      code: 'acceptance_has_secret',
      message: 'One of the files contains what looks like a secret. Remove it: tests get no secrets.',
    },
    frozen: conflict({
      code: 'acceptance_frozen',
      message: 'A run works on this cycle, or it is completed: its acceptance tests stay as they are. Stop it first.',
    }),
  },
  audit: { action: 'cycle.set_acceptance_tests', category: 'update', event: 'cycle.acceptance_tests_set' },
})

export const acceptance = contract({ listCycleAcceptanceTests, setCycleAcceptanceTests })
