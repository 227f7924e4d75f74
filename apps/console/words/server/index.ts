import { useGermanOfAgency } from '../late-german.ts'
import { enSteps } from './steps/en.ts'
import { stepIn, type ServerWords } from './server-words.ts'

const enServerWords: ServerWords = {
  worded: (text) => text,
  finding: ({ reason }) => reason,
  stepOf: stepIn(enSteps),
}

/** Words for what the server says about runs. */
export const useServerWords = (): ServerWords => useGermanOfAgency()?.deServerWords ?? enServerWords
