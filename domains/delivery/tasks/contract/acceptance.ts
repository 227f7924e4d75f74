import { Type } from 'typebox'
import { Id, maybe, namedObject, oneOf, Sha256, Time } from '../../../../platform/contract/schema.ts'

const acceptanceTest = {
  file: Type.String({ examples: ['test/total.acceptance.test.js'], description: 'Its file, if the runner names it' }),
  name: Type.String({ examples: ['an empty order costs nothing'], description: 'Its name' }),
  outcome: oneOf(['proves', 'passed', 'failed'], {
    description:
      'proves: it fails without the change and passes with it. passed: it passes without the change as well. failed: it fails with the change.',
  }),
  message: Type.Optional(
    Type.String({
      examples: ['3 !== 0'],
      description: 'The runner’s message about a failure, without lines of the test',
    }),
  ),
}

const AcceptanceTest = namedObject('AcceptanceTest', acceptanceTest)

const file = {
  path: Type.String({ examples: ['test/total.acceptance.test.js'], description: 'Where it belongs in the repository' }),
  sha256: Sha256,
  givenBy: Type.String({ ...Id, description: 'The person who added it' }),
  givenAt: Time,
}

const ran = {
  outcome: oneOf(['ran', 'not_run'], {
    description: 'ran: the tests ran over the change. not_run: they could not, for the given reason.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why they did not run' })),
  check: Type.Optional(Type.String({ examples: ['test'], description: 'The check whose runner ran them' })),
  whole: Type.Boolean({
    description: 'Whether every other task of the run was merged by then. Until that, a failing test proves nothing.',
  }),
  tests: Type.Array(AcceptanceTest, { description: 'Each test that the runner reported' }),
  durationMs: Type.Integer({ description: 'How long it took, in milliseconds', examples: [2400] }),
}

/** The words about a failing test that its agent may read: its number and its name, or only its number. */
const Told = Type.Unsafe<'name' | 'number'>(Type.Enum(['name', 'number']))

/** The results of acceptance tests over a change, as its verdict stores them: without their text. */
export const StoredAcceptance = Type.Object({
  ...ran,
  tests: Type.Array(Type.Object({ ...acceptanceTest, told: Type.Optional(Told) }, { additionalProperties: false })),
  files: Type.Array(Type.Object({ ...file, givenAt: Type.String() })),
})

export const Acceptance = namedObject('Acceptance', {
  ...ran,
  files: Type.Array(
    namedObject('AcceptedFile', {
      ...file,
      givenByName: maybe(Type.String({ description: 'Their name; null for a person who was erased' })),
    }),
    { description: 'The tests, with the person and the time' },
  ),
})
