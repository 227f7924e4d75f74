/** Sentences of the server that have other words on pages: sentences of earlier versions, and one with commands. */
const reworded: readonly (readonly [old: string, now: string])[] = [
  ['The agent made no change.', 'The agent left the files as they were.'],
  [
    'What passed before still passes, (?:and no test fails without the change and passes with it|but no test shows the difference).',
    'The tests give the same result with and without this change.',
  ],
  [
    '(?:The change touches no program besides tests|No program code changed)\\.',
    'Apart from tests and settings, no code changed that probes can read.',
  ],
  [
    'Only tests that came with the change show what it does, and the project refuses such changes.',
    'The change is covered only by its own tests, and the project refuses such changes.',
  ],
  [
    'The tests that fail without the change and pass with it came with the change: nobody else has a test that shows it.',
    'Only its own tests cover it.',
  ],
  ['changes texts or styles for people alone\\.', 'changes only texts or styles.'],
  ['Test files that load (“.*?”)( through other files)?: (“.*?”(?: \\+\\d+)?)\\.', '$1 is loaded$2 by $3.'],
  ['(\\d+) more places are accounted for by no test, the first in', 'No test covers $1 more places, the first in'],
  ['Not tried in time:', 'Not tested, because time ran out:'],
  ['and they were not tried in time\\.', 'and they were not tested, because time ran out.'],
  ['One test passes there\\.', 'Tests there: 1 passed.'],
  ['There, (\\d+) tests pass\\.', 'Tests there: $1 passed.'],
  ['(?:Tests of these files that pass|Passing tests there): (\\d+)\\.', 'Tests there: $1 passed.'],
  [
    'The settings of the project say that it is a site of files\\.',
    'The settings of the project describe a static site.',
  ],
  [
    'No model is connected\\. The offline model only applies code blocks\\. (?:The block is|All \\d+ blocks are) done: .*\\.',
    'No model is connected: the code blocks of the request were applied.',
  ],
]

const patterns = reworded.map(([old, now]) => [new RegExp(`(?<!\\S)${old}(?!\\S)`), now] as const)

/** The text with the words of now for such sentences at its start or after a space. */
export const asNow = (text: string): string => patterns.reduce((said, [old, now]) => said.replace(old, now), text)
