import { commandFailed } from '../../../../domains/delivery/sentences/rules/failure-headline.ts'
import { useGermanOfAgency } from '../late-german.ts'
import { enSteps } from './steps/en.ts'
import { asNow } from './reworded.ts'
import { stepIn, type ServerWords } from './server-words.ts'

const enServerWords: ServerWords = {
  worded: asNow,
  finding: ({ reason }) => asNow(reason),
  unnoticed: {
    change: 'All tests pass without this change too',
    untried: 'Not tested without this change: time ran out',
    own: 'Only its own tests notice this change',
    words: 'No test judges what this text says',
    line: (line) => `Line ${line}.`,
    alike: (kind, count, lines) => {
      if (kind === 'hunk_not_tried') return `${count} changes were not tested, because time ran out: lines ${lines}.`
      if (kind === 'value_not_shown') return `No test tells ${count} values from others: lines ${lines}.`
      return `No test fails if any of these ${count} changes is undone: lines ${lines}.`
    },
    each: 'Show each line',
    together: 'Show them together',
  },
  stepOf: stepIn(enSteps, 'Step'),
  failure: {
    ofCommand: commandFailed,
    firstFailing: 'First failing test:',
    details: 'Details',
    changeRequest: 'Change the request',
    request: 'Request',
    saveRequest: 'Save',
    saveAndTryAgain: 'Save and try again',
  },
}

/** Words for the server's messages about runs. */
export const useServerWords = (): ServerWords => useGermanOfAgency()?.deServerWords ?? enServerWords
