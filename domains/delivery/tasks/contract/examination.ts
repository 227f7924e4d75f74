import { Type } from 'typebox'
import { namedObject, oneOf } from '../../../../platform/contract/schema.ts'

const ExaminedTest = namedObject('ExaminedTest', {
  file: Type.String({ examples: ['test/total.test.js'], description: 'Its file, if the runner names it' }),
  name: Type.String({ examples: ['an empty order costs nothing'], description: 'Its name' }),
  outcome: oneOf(['shows_change', 'passed', 'contradicts', 'not_counted'], {
    description:
      'shows_change: it fails without the change and passes with it, which proves the change if no test of the examiner fails. passed: it passes with the change. contradicts: it fails, and the request contains the words of `quote`. not_counted: it fails, and no words of the request ask for it.',
  }),
  quote: Type.Optional(
    Type.String({
      examples: ['The total of an empty order is zero.'],
      description: 'Words of the request that the test follows from; the server found them there',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'The comment of the model of the second reading' })),
  message: Type.Optional(Type.String({ examples: ['3 !== 0'], description: 'The runner’s message about a failure' })),
})

const ExaminationFile = namedObject('ExaminationFile', {
  path: Type.String({ examples: ['test/total.test.js'], description: 'Where it belongs in the repository' }),
  content: Type.String({ description: 'Its text' }),
})

/** The results of tests over a change that a model wrote from only the request and the base. */
export const Examination = namedObject('Examination', {
  outcome: oneOf(['ran', 'not_examined'], {
    description: 'ran: the tests ran over the change. not_examined: there is no examination, for the given reason.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why there is no examination, or no second reading' })),
  model: Type.Optional(Type.String({ examples: ['gpt-5'], description: 'The model that wrote the tests' })),
  check: Type.Optional(Type.String({ examples: ['test'], description: 'The check whose runner ran them' })),
  tests: Type.Array(ExaminedTest, { description: 'Each test that the runner reported' }),
  files: Type.Array(ExaminationFile, {
    description: 'The files of the model. The agent of the change never sees them',
  }),
  log: Type.Optional(Type.String({ description: 'The end of the failing run’s output' })),
  durationMs: Type.Integer({ description: 'How long it took, in milliseconds', examples: [9200] }),
  costMicros: Type.Integer({ description: 'What its model calls cost, in millionths of a dollar', examples: [31000] }),
})
