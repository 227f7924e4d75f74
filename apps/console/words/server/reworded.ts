/** Sentences of the server in records of earlier versions, with the words that they have now. */
const reworded: Readonly<Record<string, string>> = {
  'The agent made no change.': 'The agent left the files as they were.',
  'What passed before still passes, and no test fails without the change and passes with it.':
    'The tests give the same result with and without this change.',
  'What passed before still passes, but no test shows the difference.':
    'The tests give the same result with and without this change.',
  'The change touches no program besides tests.': 'No program code changed.',
  'Only tests that came with the change show what it does, and the project refuses such changes.':
    'The change is covered only by its own tests, and the project refuses such changes.',
  'The tests that fail without the change and pass with it came with the change: nobody else has a test that shows it.':
    'Only its own tests cover it.',
}

/** The text with the words of now, if it is such a sentence or begins with one. */
export const asNow = (text: string): string => {
  const old = Object.keys(reworded).find((one) => text === one || text.startsWith(`${one} `))
  return old === undefined ? text : `${reworded[old]}${text.slice(old.length)}`
}
