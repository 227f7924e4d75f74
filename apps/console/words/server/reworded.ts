/** Sentences of the server in records of earlier versions, with the words that they have now. */
const reworded: Readonly<Record<string, string>> = {
  'What passed before still passes, and no test fails without the change and passes with it.':
    'The tests give the same result with and without this change.',
  'What passed before still passes, but no test shows the difference.':
    'The tests give the same result with and without this change.',
  'Only tests that came with the change show what it does, and the project refuses such changes.':
    'The change is covered only by its own tests, and the project refuses such changes.',
  'The tests that fail without the change and pass with it came with the change: nobody else has a test that shows it.':
    'Only its own tests cover it.',
}

export const asNow = (text: string): string => reworded[text] ?? text
