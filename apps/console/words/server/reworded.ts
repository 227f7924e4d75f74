/** Sentences of the server in records of earlier versions, with the words that they have now. */
const reworded: Readonly<Record<string, string>> = {
  'What passed before still passes, and no test fails without the change and passes with it.':
    'What passed before still passes, but no test shows the difference.',
}

export const asNow = (text: string): string => reworded[text] ?? text
